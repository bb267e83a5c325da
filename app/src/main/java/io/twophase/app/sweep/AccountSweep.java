package io.twophase.app.sweep;

import io.twophase.app.orphan.Proof;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The orphans on accounts. */
public final class AccountSweep {

  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final Release<Leg> release;

  /** A sweep of the accounts of one store. */
  public AccountSweep(AccountRepository accounts, TransactionRepository transactions) {
    this.accounts = accounts;
    this.transactions = transactions;
    // Whoever has taken a transaction over is about to raise its older holds. Where rows are held
    // in the order of their file, one that has to be held again has lost its place.
    this.release =
        new Release<>(
            Leg::transaction,
            Leg::epoch,
            proof -> proof != Proof.OLDER_EPOCH,
            orphans -> Option.some(accounts.withdraw(orphans)),
            Orphan.OnAccount::new,
            this::stillThere,
            LeftAlone.UnsettledAccount::new);
  }

  void run(Consumer<Orphan> report, Consumer<LeftAlone> leftAlone) {
    List<Leg> held = new ArrayList<>();
    accounts.scanHeld(
        lookup ->
            lookup
                .<Runnable>fold(
                    found -> () -> addHolds(found.account(), held),
                    absent -> () -> {},
                    fault -> () -> leftAlone.accept(new LeftAlone.UnreadableAccount(fault)))
                .run());
    release.of(held, transactions, report, leftAlone);
  }

  private List<Leg> stillThere(List<Leg> held) {
    List<AccountLookup> lookups =
        accounts.find(held.stream().map(leg -> leg.operation().account()).toList());
    return IntStream.range(0, held.size())
        .filter(at -> isThere(held.get(at), lookups.get(at)))
        .mapToObj(held::get)
        .toList();
  }

  private static boolean isThere(Leg leg, AccountLookup lookup) {
    return lookup.fold(
        found ->
            found
                .account()
                .holds()
                .get(leg.transaction())
                .exists(hold -> hold.epoch().equals(leg.epoch())),
        absent -> false,
        unreadable -> false);
  }

  private static void addHolds(Account account, List<Leg> held) {
    for (Hold hold : account.holds().values()) {
      held.add(new Leg(hold.transaction(), hold.epoch(), account.operation(hold)));
    }
  }
}
