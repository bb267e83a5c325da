package io.twophase.app.sweep;

import io.twophase.app.orphan.DeadRanges;
import io.twophase.app.orphan.Proof;
import io.twophase.domain.account.Account;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.range.RangeHold;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.Batches;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The orphans that batches have left on accounts. One is withdrawn where its batch is canceled, or
 * done at another epoch; or is not there, and a tombstone keeps it from ever coming. One of an
 * older epoch of an undecided batch is left to whoever goes on with that: it raises its holds.
 */
public final class RangeSweep {

  private static final int AT_ONCE = 500;

  private final AccountRepository accounts;
  private final Batches batches;

  /** A sweep of the accounts of one store. */
  public RangeSweep(AccountRepository accounts, Batches batches) {
    this.accounts = accounts;
    this.batches = batches;
  }

  private record Held(AccountId account, RangeHold hold) {}

  void run(Consumer<Orphan> report, Consumer<LeftAlone> leftAlone) {
    List<Held> held = new ArrayList<>();
    // what cannot be read is reported by the sweep of the accounts' other holds
    accounts.scanHeld(
        lookup ->
            lookup
                .<Runnable>fold(
                    found -> () -> add(found.account(), held),
                    absent -> () -> {},
                    fault -> () -> {})
                .run());
    for (int from = 0; from < held.size(); from += AT_ONCE) {
      some(held.subList(from, Math.min(held.size(), from + AT_ONCE)), report, leftAlone);
    }
  }

  private static void add(Account account, List<Held> held) {
    account.ranges().values().forEach(hold -> held.add(new Held(account.id(), hold)));
  }

  private void some(List<Held> held, Consumer<Orphan> report, Consumer<LeftAlone> leftAlone) {
    DeadRanges dead = DeadRanges.of(held.stream().map(Held::hold).toList(), batches);
    for (Held one : held) {
      for (Proof proof : dead.proof(one.hold())) {
        Orphan.Outcome outcome = Orphan.Outcome.of(dead.withdraw(one.account(), one.hold()));
        report.accept(new Orphan.OnRange(one.account(), one.hold(), proof, outcome));
      }
      if (dead.isMissed(one.hold()) && isThere(one)) {
        leftAlone.accept(new LeftAlone.UnsettledRange(one.account(), one.hold()));
      }
    }
  }

  /** One that was settled after it was seen is not there any more. */
  private boolean isThere(Held one) {
    return accounts
        .find(List.of(one.account()))
        .get(0)
        .fold(
            found ->
                found
                    .account()
                    .ranges()
                    .get(one.hold().batch())
                    .exists(hold -> hold.epoch().equals(one.hold().epoch())),
            absent -> false,
            unreadable -> false);
  }
}
