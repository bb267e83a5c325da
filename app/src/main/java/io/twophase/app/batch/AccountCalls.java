package io.twophase.app.batch;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.RangeCall;
import io.twophase.ports.RangeRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;

/** Asks accounts for a batch: together, or one by one where the store refuses one of them. */
final class AccountCalls {

  static final RangeReply IN_DOUBT = new RangeReply.Counted(MatchOutcome.IN_DOUBT);

  private final RangeRepository ranges;

  AccountCalls(RangeRepository ranges) {
    this.ranges = ranges;
  }

  /**
   * If the store refuses to change an account, then the others are asked one by one.
   *
   * @throws StoreUnavailableException if the store cannot be reached, and has answered none of them
   */
  List<RangeReply> ask(List<RangeCall> calls, AccountNotes notes) {
    try {
      return asked(calls);
    } catch (StoreUnavailableException unavailable) {
      throw unavailable;
    } catch (StoreException refused) {
      if (calls.size() == 1 || !notes.mayAskApart()) {
        throw refused;
      }
      return askApart(calls, notes);
    }
  }

  /** If the store cannot be reached, then no further account is asked: its outcome is in doubt. */
  private List<RangeReply> askApart(List<RangeCall> calls, AccountNotes notes) {
    List<RangeReply> replies = new ArrayList<>(calls.size());
    for (RangeCall call : calls) {
      try {
        replies.addAll(asked(List.of(call)));
      } catch (StoreUnavailableException unavailable) {
        if (replies.isEmpty()) {
          throw unavailable;
        }
        while (replies.size() < calls.size()) {
          replies.add(IN_DOUBT);
        }
        return replies;
      } catch (StoreException fault) {
        notes.met(fault);
        replies.add(IN_DOUBT);
      }
    }
    if (replies.stream().allMatch(RangeReply::isInDoubt)) {
      notes.askedApartInVain();
    }
    return replies;
  }

  /** A hold that allows less than it was placed for is damage of the account, not of the batch. */
  private List<RangeReply> asked(List<RangeCall> calls) {
    try {
      return ranges.ask(calls);
    } catch (IllegalArgumentException notAsPlaced) {
      throw new StoreException(String.valueOf(notAsPlaced.getMessage()), notAsPlaced);
    }
  }
}
