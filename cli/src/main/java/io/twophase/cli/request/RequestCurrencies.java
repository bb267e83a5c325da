package io.twophase.cli.request;

import io.twophase.app.Accounts;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.hold.AccountLookup;
import java.util.Collection;
import java.util.Currency;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What accounts keep their amounts in: read once, since an account never changes it. */
public final class RequestCurrencies {

  private final Map<AccountId, Currency> known = new HashMap<>();

  /** Reads those of the accounts, so many at once. */
  public static RequestCurrencies of(Accounts accounts, Collection<AccountId> ids, int atOnce) {
    RequestCurrencies currencies = new RequestCurrencies();
    List<AccountId> all = List.copyOf(new LinkedHashSet<>(ids));
    for (int from = 0; from < all.size(); from += atOnce) {
      accounts
          .find(all.subList(from, Math.min(all.size(), from + atOnce)))
          .forEach(currencies::learn);
    }
    return currencies;
  }

  private void learn(AccountLookup lookup) {
    if (lookup instanceof AccountLookup.Found found) {
      known.put(found.account().id(), found.account().currency());
    }
  }

  /**
   * What the amounts of {@code account} are in. Of one that there is none of: what those of another
   * account of the same transaction are in, or the default.
   */
  Currency of(AccountId account, Set<AccountId> ofTransaction) {
    Currency own = known.get(account);
    return own != null
        ? own
        : ofTransaction.stream()
            .filter(known::containsKey)
            .map(known::get)
            .findFirst()
            .orElse(Arguments.DEFAULT_CURRENCY);
  }
}
