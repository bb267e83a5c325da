package io.twophase.app.transfer.queue;

import io.twophase.app.testing.ProtocolCalls;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * A store that notes the calls on its holds and records, stops at one until let go on, and breaks
 * at a transaction or an account.
 */
final class GatedStore {

  private record Call(String name, int size, Thread thread) {}

  private record Stop(String call, CountDownLatch reached) {}

  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final Set<String> poisoned = new HashSet<>();
  private final Store store;
  private CountDownLatch gate = new CountDownLatch(0);
  private Stop stop = new Stop("", new CountDownLatch(1));

  GatedStore(Store sound) {
    store = ProtocolCalls.before(sound, this::around);
  }

  Store store() {
    return store;
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

  /**
   * Breaks every call of this name that has to do with a transaction, if it is an insert, with a
   * record, or with an account; and no other call any more.
   */
  synchronized void breakAt(String call, String name) {
    poisoned.clear();
    poisoned.add(call + " " + name);
  }

  List<String> calls() {
    return calls.stream().map(Call::name).toList();
  }

  /** The number of elements of each call of this name: of an insert, of transactions. */
  List<Integer> sizesOf(String name) {
    return calls.stream().filter(call -> call.name().equals(name)).map(Call::size).toList();
  }

  List<Thread> threadsOf(String name) {
    return calls.stream().filter(call -> call.name().equals(name)).map(Call::thread).toList();
  }

  private Object around(String method, List<Object> asked, Interceptor.Call call) {
    List<String> names =
        !asked.isEmpty() && asked.get(0) instanceof List<?> elements
            ? elements.stream().flatMap(element -> names(element).stream()).toList()
            : List.of();
    calls.add(new Call(method, names.size(), Thread.currentThread()));
    try {
      gateOf(method).await();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
    requireSound(method, names);
    return call.make();
  }

  private synchronized CountDownLatch gateOf(String call) {
    if (!stop.call().equals(call)) {
      return new CountDownLatch(0);
    }
    stop.reached().countDown();
    return gate;
  }

  private synchronized void requireSound(String call, List<String> names) {
    for (String name : names) {
      if (poisoned.contains(call + " " + name)) {
        throw new StoreException("broken at " + name);
      }
    }
  }

  private static List<String> names(Object element) {
    if (element instanceof NewRecord record) {
      return record.memberIds().stream().map(TransactionId::value).toList();
    }
    if (element instanceof Placing placing) {
      return List.of(name(placing.claim().target()));
    }
    if (element instanceof RecordId record) {
      return List.of(record.value());
    }
    return List.of(element instanceof Ending ending ? name(ending.target()) : "");
  }

  private static String name(Target target) {
    return target.fold(account -> account.value(), Object::toString);
  }
}
