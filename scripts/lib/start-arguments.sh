# What `npm start` hands to the bridge, from what its user has written behind `--`. Sourced, never run; needs lib.sh.
# It only sorts words: what an option means is the bridge's affair.

MOST_AVATARS=10

# bridge_arguments [ARG...]: fills BRIDGE_ARGUMENTS. `--avatars N` is the page's: it becomes part of the address, and as many
# performers where nobody said how many. Without a source of the user's there is a simulated studio with two performers.
bridge_arguments() {
  local avatars="" has_source="" has_performers="" passed=()
  while [ "$#" -gt 0 ]; do
    case "$1" in
      --avatars)
        [ "$#" -gt 1 ] || fail "--avatars needs a number from 1 to $MOST_AVATARS"
        check_avatars "$2"
        avatars="$((10#$2))"
        shift 2
        continue
        ;;
      --avatars=*)
        check_avatars "${1#*=}"
        avatars="$((10#${1#*=}))"
        shift
        continue
        ;;
      --source | --source=*) has_source=1 ;;
      --performers | --performers=*) has_performers=1 ;;
    esac
    passed+=("$1")
    shift
  done
  BRIDGE_ARGUMENTS=(--page dist)
  if [ -z "$has_source" ]; then
    BRIDGE_ARGUMENTS+=(--source sim)
    [ -n "$has_performers" ] || BRIDGE_ARGUMENTS+=(--performers "${avatars:-2}")
  fi
  [ -z "$avatars" ] || BRIDGE_ARGUMENTS+=(--address-query "avatars=$avatars")
  BRIDGE_ARGUMENTS+=("${passed[@]}")
}

check_avatars() {
  # Digits alone, and no more than a shell can compare.
  [[ "$1" =~ ^[0-9]{1,3}$ ]] && [ "$((10#$1))" -ge 1 ] && [ "$((10#$1))" -le "$MOST_AVATARS" ] ||
    fail "--avatars '$1': a number from 1 to $MOST_AVATARS is needed"
}
