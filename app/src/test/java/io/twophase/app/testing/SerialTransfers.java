package io.twophase.app.testing;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The oracle: transfers run one after the other, by plain arithmetic that shares nothing with the
 * code under test.
 */
public final class SerialTransfers {

  private final Map<AccountId, Opening> openings = new HashMap<>();
  private final Map<AccountId, BigInteger> balances = new TreeMap<>();
  private final Set<AccountId> frozen = new HashSet<>();
  private int applied;

  /** With these accounts. */
  public SerialTransfers(List<Opening> accounts) {
    for (Opening opening : accounts) {
      openings.put(opening.id(), opening);
      balances.put(opening.id(), BigInteger.valueOf(opening.balance().minor()));
    }
  }

  /** This account takes nothing. */
  public SerialTransfers frozen(AccountId account) {
    frozen.add(account);
    return this;
  }

  /** Runs them. */
  public SerialTransfers run(List<TransferRequest> requests) {
    requests.forEach(this::run);
    return this;
  }

  private void run(TransferRequest request) {
    AccountId from = request.source();
    AccountId to = request.destination();
    BigInteger amount = BigInteger.valueOf(request.amount().minor());
    if (from.equals(to) || amount.signum() <= 0 || !takes(from, request) || !takes(to, request)) {
      return;
    }
    BigInteger source = balances.get(from).subtract(amount);
    BigInteger destination = balances.get(to).add(amount);
    boolean overdrawn =
        source.compareTo(BigInteger.valueOf(openings.get(from).floor().minor())) < 0;
    boolean overfull =
        destination.compareTo(BigInteger.valueOf(openings.get(to).ceiling().minor())) > 0;
    if (!overdrawn && !overfull) {
      balances.put(from, source);
      balances.put(to, destination);
      applied++;
    }
  }

  private boolean takes(AccountId account, TransferRequest request) {
    return openings.containsKey(account)
        && !frozen.contains(account)
        && openings.get(account).balance().currency().equals(request.amount().currency());
  }

  /** What each account has then, in minor units. */
  public Map<AccountId, BigInteger> balances() {
    return balances;
  }

  /** How many of them were applied. */
  public int applied() {
    return applied;
  }
}
