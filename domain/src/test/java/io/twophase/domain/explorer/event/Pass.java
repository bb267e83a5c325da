package io.twophase.domain.explorer.event;

import io.twophase.domain.numbering.NumberingPass;
import java.util.List;

/**
 * A pass at work.
 *
 * @param machine the domain's
 * @param runsLeft how often it may begin again
 * @param isWaiting whether it has sent something whose answer it waits for
 * @param isListing whether it is in the middle of its list
 * @param before what was decided at this time or later is not listed
 * @param unread the records that it has not come to
 * @param listed those that it has listed
 */
record Pass(
    NumberingPass machine,
    int runsLeft,
    boolean isWaiting,
    boolean isListing,
    int before,
    List<Integer> unread,
    List<Integer> listed) {

  static Pass begin(int runsLeft) {
    return new Pass(NumberingPass.begin(), runsLeft, false, false, 0, List.of(), List.of());
  }

  Pass at(NumberingPass next) {
    return new Pass(next, runsLeft, false, false, before, List.of(), listed);
  }

  Pass waiting() {
    return new Pass(machine, runsLeft, true, isListing, before, unread, listed);
  }

  Pass listing(int watermark, List<Integer> all) {
    return new Pass(machine, runsLeft, false, true, watermark, all, List.of());
  }

  Pass read(List<Integer> rest, List<Integer> found) {
    return new Pass(machine, runsLeft, false, true, before, rest, found);
  }
}
