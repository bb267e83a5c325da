package io.twophase.app.testing;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.TransactionRepository;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * A store whose calls are noted, and which may let the process that uses it die at any of them,
 * before or after the call takes effect.
 */
public final class RecordedStore {

  private static final int NEVER = -1;

  private final List<String> calls = new ArrayList<>();
  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private int deathAt = NEVER;
  private boolean afterEffect;

  /** Records the calls on the repositories of one store. */
  public RecordedStore(AccountRepository accounts, TransactionRepository transactions) {
    this.accounts = record(AccountRepository.class, accounts);
    this.transactions = record(TransactionRepository.class, transactions);
  }

  /** The accounts, recorded. */
  public AccountRepository accounts() {
    return accounts;
  }

  /** The transaction records, recorded. */
  public TransactionRepository transactions() {
    return transactions;
  }

  /** The names of the calls so far, in order. */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  /** Lets the process die at the call with this number, counted from 0. */
  public RecordedStore dyingAt(int call, boolean afterItTookEffect) {
    this.deathAt = call;
    this.afterEffect = afterItTookEffect;
    return this;
  }

  private <T> T record(Class<T> port, T real) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              boolean dies = calls.size() == deathAt;
              calls.add(method.getName());
              if (dies && !afterEffect) {
                throw new ProcessDeath();
              }
              try {
                Object answer = method.invoke(real, arguments);
                if (dies) {
                  throw new ProcessDeath();
                }
                return answer;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }
}
