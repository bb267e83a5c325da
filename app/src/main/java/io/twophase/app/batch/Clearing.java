package io.twophase.app.batch;

import io.twophase.app.orphan.DeadRanges;
import io.twophase.app.orphan.Proof;
import io.twophase.app.orphan.Standings;
import io.twophase.domain.account.Account;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.range.RangeHold;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.TransactionRepository;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Withdraws dead holds from accounts that have too little for a batch. Without it a transfer would
 * be refused for funds or room that nobody will ever use.
 */
final class Clearing {

  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final Batches batches;

  Clearing(AccountRepository accounts, TransactionRepository transactions, Batches batches) {
    this.accounts = accounts;
    this.transactions = transactions;
    this.batches = batches;
  }

  /**
   * Clears accounts; what is in doubt then may still be there.
   *
   * @return those of which something was withdrawn, so that they have to be looked at again
   * @throws io.twophase.ports.StoreException if accounts or records cannot be read
   */
  Set<AccountId> of(List<AccountId> tight) {
    Set<AccountId> cleared = new HashSet<>();
    for (AccountLookup lookup : accounts.find(tight)) {
      lookup
          .<Runnable>fold(
              found -> () -> clear(found.account(), cleared),
              absent -> () -> {},
              unreadable -> () -> {})
          .run();
    }
    return cleared;
  }

  private void clear(Account account, Set<AccountId> cleared) {
    List<RangeHold> ranges = account.ranges().values().toJavaList();
    if (!ranges.isEmpty()) {
      DeadRanges dead = DeadRanges.of(ranges, batches);
      for (RangeHold hold : ranges) {
        if (dead.proof(hold).isDefined()) {
          dead.withdraw(account.id(), hold);
          cleared.add(account.id());
        }
      }
    }
    List<Leg> legs = deadLegs(account);
    if (!legs.isEmpty()) {
      accounts.withdraw(legs);
      cleared.add(account.id());
    }
  }

  /** Those of an older epoch of an undecided transaction are its worker's to raise. */
  private List<Leg> deadLegs(Account account) {
    List<Leg> legs = new ArrayList<>(0);
    account
        .holds()
        .values()
        .forEach(
            hold -> legs.add(new Leg(hold.transaction(), hold.epoch(), account.operation(hold))));
    if (legs.isEmpty()) {
      return legs;
    }
    Standings standings = Standings.of(legs.stream().map(Leg::transaction).toList(), transactions);
    return legs.stream()
        .filter(
            leg ->
                standings
                    .of(leg.transaction(), leg.epoch())
                    .fold(
                        orphaned -> orphaned.why() != Proof.OLDER_EPOCH,
                        unsettled -> false,
                        alive -> false,
                        unproven -> false))
        .toList();
  }
}
