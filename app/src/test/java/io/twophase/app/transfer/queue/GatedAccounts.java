package io.twophase.app.transfer.queue;

import io.twophase.domain.operation.Leg;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionRepository;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Repositories that note their calls, stop at one until let go on, and break at a transaction. */
final class GatedAccounts {

  private record Call(String name, int size, Thread thread) {}

  private record Stop(String call, CountDownLatch reached) {}

  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final Set<String> poisoned = new HashSet<>();
  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private CountDownLatch gate = new CountDownLatch(0);
  private Stop stop = new Stop("", new CountDownLatch(1));

  GatedAccounts(AccountRepository accounts, TransactionRepository transactions) {
    this.accounts = gated(AccountRepository.class, accounts);
    this.transactions = gated(TransactionRepository.class, transactions);
  }

  AccountRepository accounts() {
    return accounts;
  }

  TransactionRepository transactions() {
    return transactions;
  }

  /** Stops the next call of this name, and all after it until the gate is opened. */
  synchronized CountDownLatch stopAt(String call) {
    gate = new CountDownLatch(1);
    stop = new Stop(call, new CountDownLatch(1));
    return stop.reached();
  }

  synchronized void open() {
    stop = new Stop("", new CountDownLatch(1));
    gate.countDown();
  }

  /** Breaks every call of this name that has to do with a transaction. */
  synchronized void breakAt(String call, String transaction) {
    poisoned.add(call + " " + transaction);
  }

  List<String> calls() {
    return calls.stream().map(Call::name).toList();
  }

  List<Integer> sizesOf(String name) {
    return calls.stream().filter(call -> call.name().equals(name)).map(Call::size).toList();
  }

  List<Thread> threadsOf(String name) {
    return calls.stream().filter(call -> call.name().equals(name)).map(Call::thread).toList();
  }

  private <T> T gated(Class<T> port, T real) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              List<?> elements =
                  arguments != null && arguments[0] instanceof List<?> list ? list : List.of();
              calls.add(new Call(method.getName(), elements.size(), Thread.currentThread()));
              gateOf(method.getName()).await();
              requireSound(method.getName(), elements);
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }

  private synchronized CountDownLatch gateOf(String call) {
    if (!stop.call().equals(call)) {
      return new CountDownLatch(0);
    }
    stop.reached().countDown();
    return gate;
  }

  private synchronized void requireSound(String call, List<?> elements) {
    for (Object element : elements) {
      if (poisoned.contains(call + " " + transaction(element))) {
        throw new StoreException("broken at " + element);
      }
    }
  }

  private static String transaction(Object element) {
    if (element instanceof Leg leg) {
      return leg.transaction().value();
    } else if (element instanceof Transition transition) {
      return transition.transaction().value();
    }
    return element instanceof NewRecord record ? record.id().value() : "";
  }
}
