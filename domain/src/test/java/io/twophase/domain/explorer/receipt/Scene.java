package io.twophase.domain.explorer.receipt;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;

import io.twophase.domain.account.Account;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.explorer.receipt.World.Left;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What an exploration begins with.
 *
 * @param funds what A has; B has nothing
 * @param clients who ask
 * @param passes how many processes make passes
 * @param runs how many passes each begins
 * @param batch the record of a batch that has ended, and its transfers
 * @param ofBatches whether the clients know of batches
 * @param scrubs whether somebody gives back what came late
 * @param heldBack whose record no pass may replace
 * @param left what may go wrong
 * @param flaw the rule that is left out
 */
record Scene(
    long funds,
    List<Client> clients,
    int passes,
    int runs,
    Option<Ended> batch,
    boolean ofBatches,
    boolean scrubs,
    Option<TransactionId> heldBack,
    Left left,
    Flaw flaw) {

  static final AccountId A = new AccountId("A");

  /**
   * A batch that has ended: what it applied is settled.
   *
   * @param record done
   */
  record Ended(NewBatch batch, BatchRecord record) {}

  static Scene of(long funds, Client... clients) {
    return new Scene(
        funds,
        List.of(clients),
        1,
        1,
        Option.none(),
        false,
        true,
        Option.none(),
        new Left(0, 0, 0, 0),
        Flaw.NONE);
  }

  Scene passes(int processes, int each) {
    return new Scene(
        funds, clients, processes, each, batch, ofBatches, scrubs, heldBack, left, flaw);
  }

  Scene after(Ended ended) {
    return new Scene(
        funds, clients, passes, runs, Option.some(ended), true, scrubs, heldBack, left, flaw);
  }

  Scene besideBatches() {
    return new Scene(funds, clients, passes, runs, batch, true, scrubs, heldBack, left, flaw);
  }

  Scene withoutScrub() {
    return new Scene(funds, clients, passes, runs, batch, ofBatches, false, heldBack, left, flaw);
  }

  /** A consumer has not read it yet. */
  Scene heldBack(TransactionId id) {
    return new Scene(
        funds, clients, passes, runs, batch, ofBatches, scrubs, Option.some(id), left, flaw);
  }

  Scene timeOuts(int most) {
    return with(new Left(most, left.crashes(), left.deposits(), left.retired()));
  }

  Scene crashes(int most) {
    return with(new Left(left.timeOuts(), most, left.deposits(), left.retired()));
  }

  Scene deposits(int most) {
    return with(new Left(left.timeOuts(), left.crashes(), most, left.retired()));
  }

  Scene retired(int most) {
    return with(new Left(left.timeOuts(), left.crashes(), left.deposits(), most));
  }

  private Scene with(Left newLeft) {
    return new Scene(
        funds, clients, passes, runs, batch, ofBatches, scrubs, heldBack, newLeft, flaw);
  }

  Scene with(Flaw one) {
    return new Scene(funds, clients, passes, runs, batch, ofBatches, scrubs, heldBack, left, one);
  }

  boolean lacks(Flaw one) {
    return flaw == one;
  }

  World start() {
    Map<AccountId, Account> accounts =
        HashMap.of(
            A, account("A").with(cents(funds)), new AccountId("B"), account("B").with(cents(0)));
    Map<TransactionId, Slot> slots = HashMap.empty();
    Known known = Known.of(funds);
    for (Ended ended : batch) {
      for (MemberDocument document : ended.batch().documents()) {
        slots = slots.put(document.id(), new Slot.Member(document));
        known = known.begins(document.body());
        if (ended.record().applied().contains(document.id())) {
          known =
              known.decides(document.id(), new Known.Decided(Option.none(), Captured.IN_FULL), 0);
        }
      }
    }
    return new World(
        slots,
        batch.map(Ended::record),
        accounts,
        known,
        new ArrayList<>(clients),
        Collections.nCopies(passes, Pass.idle(runs)),
        0,
        List.of(),
        left,
        Option.none());
  }
}
