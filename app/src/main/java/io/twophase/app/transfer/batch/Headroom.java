package io.twophase.app.transfer.batch;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.ports.AccountRepository;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which accounts a run of credits might fill to their ceiling. Few ever are: an account is tight if
 * less than {@link #PLENTY} was receivable when it was first seen, and all are once the amounts
 * planned add up to as much.
 */
final class Headroom {

  private static final long PLENTY = 1L << 62;

  private final AccountRepository accounts;
  private final Set<AccountId> known = new HashSet<>();
  private final Set<AccountId> tight = new HashSet<>();
  private long planned;

  Headroom(AccountRepository accounts) {
    this.accounts = accounts;
  }

  /** Takes note of a transfer to come. */
  void plan(TransferRequest request) {
    planned = addSaturated(planned, Math.max(0, request.amount().minor()));
  }

  /** Reads the accounts that transfers to come credit, if not read before. */
  void know(List<TransferRequest> requests) {
    Set<AccountId> unknown = new LinkedHashSet<>();
    for (TransferRequest request : requests) {
      if (known.add(request.destination())) {
        unknown.add(request.destination());
      }
    }
    if (unknown.isEmpty()) {
      return;
    }
    for (AccountLookup lookup : accounts.find(List.copyOf(unknown))) {
      if (lookup instanceof AccountLookup.Found found && found.account().receivable() < PLENTY) {
        tight.add(found.account().id());
      }
    }
  }

  boolean isTight(AccountId account) {
    return planned >= PLENTY || tight.contains(account);
  }

  private static long addSaturated(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
