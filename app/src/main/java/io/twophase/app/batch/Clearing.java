package io.twophase.app.batch;

import io.twophase.app.orphan.DeadRanges;
import io.twophase.app.orphan.Proof;
import io.twophase.app.orphan.Standings;
import io.twophase.domain.account.Account;
import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.Member;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.range.RangeHold;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Withdraws dead holds from accounts that have too little for a batch, or for a transfer that a
 * batch has left out. Without it a transfer would be refused for funds or room that nobody will
 * ever use.
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
   * Clears accounts.
   *
   * @return those of which something was withdrawn, so that they have to be looked at again
   * @throws io.twophase.ports.StoreException if accounts or records cannot be read
   * @throws StoreUnavailableException if a withdrawal has no certain answer: what is there by now
   *     is to be looked at, and cleared again, before anything is refused for it
   */
  Set<AccountId> of(List<AccountId> tight) {
    Set<AccountId> cleared = new HashSet<>();
    read(tight).forEach(account -> clear(account, cleared));
    return cleared;
  }

  /**
   * Clears the accounts of transfers, where they have too little for one of them.
   *
   * @throws io.twophase.ports.StoreException as {@link #of} does
   */
  void forEach(List<Member> transfers) {
    if (transfers.isEmpty()) {
      return;
    }
    for (Account account : read(List.copyOf(Batch.accounts(transfers)))) {
      if (transfers.stream().anyMatch(transfer -> isTight(account, transfer))) {
        clear(account, new HashSet<>());
      }
    }
  }

  private static boolean isTight(Account account, Member transfer) {
    return (account.id().equals(transfer.source()) && account.available() < transfer.amount())
        || (account.id().equals(transfer.destination())
            && account.receivable() < transfer.amount());
  }

  private List<Account> read(List<AccountId> ids) {
    List<Account> read = new ArrayList<>(ids.size());
    for (AccountLookup lookup : accounts.find(ids)) {
      lookup
          .<Option<Account>>fold(
              found -> Option.some(found.account()),
              absent -> Option.none(),
              unreadable -> Option.none())
          .forEach(read::add);
    }
    return read;
  }

  private void clear(Account account, Set<AccountId> cleared) {
    List<RangeHold> ranges = account.ranges().values().toJavaList();
    if (!ranges.isEmpty()) {
      DeadRanges dead = DeadRanges.of(ranges, batches);
      for (RangeHold hold : ranges) {
        if (dead.proof(hold).isDefined()) {
          requireCertain(account, List.of(dead.withdraw(account.id(), hold)));
          cleared.add(account.id());
        }
      }
    }
    List<Leg> legs = deadLegs(account);
    if (!legs.isEmpty()) {
      requireCertain(account, accounts.withdraw(legs));
      cleared.add(account.id());
    }
  }

  private static void requireCertain(Account account, List<MatchOutcome> outcomes) {
    if (outcomes.contains(MatchOutcome.IN_DOUBT)) {
      throw new StoreUnavailableException(
          "no certain answer to the withdrawal of a dead hold from account " + account.id());
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
