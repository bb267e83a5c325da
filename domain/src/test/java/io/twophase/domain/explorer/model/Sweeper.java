package io.twophase.domain.explorer.model;

import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.List;

/** What is sent by somebody who sees a hold, then looks for the record of its transaction. */
@FunctionalInterface
public interface Sweeper {

  /**
   * What it sends, and does not wait for.
   *
   * @param seen the record, as it was seen
   * @param body of the transaction
   * @param release would release the hold that was seen
   */
  List<Message> sends(Option<Transaction> seen, NewTransaction body, Message.Withdraw release);

  /** There is none. */
  Sweeper NONE = (seen, body, release) -> List.of();

  /** Releases what a finished transaction holds; without a record, only once it is buried. */
  Sweeper FAITHFUL =
      (seen, body, release) ->
          seen.isEmpty()
              ? List.of(new Message.Bury(tombstone(body), release))
              : releasedIfFinal(seen, release);

  /** Releases what a finished transaction holds. */
  static List<Message> releasedIfFinal(Option<Transaction> seen, Message.Withdraw release) {
    return seen.exists(record -> record.state().isFinal()) ? List.of(release) : List.of();
  }

  /**
   * A canceled record of this id. A sweeper cannot know the body, and the domain's record cannot be
   * without one, so the model's has it: what an asker is told differs by it, not what is moved.
   */
  private static Transaction tombstone(NewTransaction body) {
    Transaction canceled = Fixtures.recordOf(body).unclaimed().in(State.CANCELED).build();
    return Store.withoutTimes(canceled);
  }
}
