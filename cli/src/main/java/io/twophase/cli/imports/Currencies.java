package io.twophase.cli.imports;

import io.twophase.app.Accounts;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.AccountLookup;
import java.util.Collection;
import java.util.Currency;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What accounts keep their amounts in: read once, since an account never changes it. */
final class Currencies {

  private final Accounts accounts;
  private final Map<AccountId, Currency> known = new HashMap<>();

  Currencies(Accounts accounts) {
    this.accounts = accounts;
  }

  /** Reads those not known yet, at once. */
  void learn(Collection<AccountId> ids) {
    Set<AccountId> unknown = new LinkedHashSet<>(ids);
    unknown.removeAll(known.keySet());
    if (unknown.isEmpty()) {
      return;
    }
    for (AccountLookup lookup : accounts.find(List.copyOf(unknown))) {
      if (lookup instanceof AccountLookup.Found found) {
        known.put(found.account().id(), found.account().currency());
      }
    }
  }

  /** Goes on as if these were opened. */
  void open(Collection<Opening> openings) {
    learn(openings.stream().map(Opening::id).toList());
    openings.forEach(opening -> known.putIfAbsent(opening.id(), opening.balance().currency()));
  }

  /** The source's, or if there is none the destination's, or if there is neither the default. */
  Currency of(AccountId source, AccountId destination) {
    Currency ofDestination = known.getOrDefault(destination, Arguments.DEFAULT_CURRENCY);
    return known.getOrDefault(source, ofDestination);
  }
}
