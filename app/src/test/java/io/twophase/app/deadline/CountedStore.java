package io.twophase.app.deadline;

import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.PeriodRepository;
import io.twophase.ports.RangeRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A store that counts the calls of one thread, and lets something happen at one of them. It notes
 * how much time each call was given.
 */
public final class CountedStore implements Store {

  private final Store real;
  private final Thread counted = Thread.currentThread();
  private final List<String> calls = new ArrayList<>();
  private final List<Duration> limits = new ArrayList<>();
  private int at = -1;
  private Runnable what = () -> {};

  /** Counts the calls on a store that this thread makes. */
  public CountedStore(Store real) {
    this.real = real;
  }

  /** Runs {@code task} when so many calls were made, before the next one. */
  public void at(int call, Runnable task) {
    calls.clear();
    at = call;
    what = task;
  }

  /** The calls since then. */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  /** How much time was left to the calls that were given a limit. */
  public List<Duration> limits() {
    return List.copyOf(limits);
  }

  private <T> T counting(Class<T> port, T sound) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              if (method.getReturnType() == EvidenceRepository.class) {
                return counting(EvidenceRepository.class, ((EventRepository) sound).evidence());
              }
              if (Thread.currentThread() == counted) {
                calls.add(port.getSimpleName() + "." + method.getName());
                if (calls.size() - 1 == at) {
                  what.run();
                }
              }
              try {
                return method.invoke(sound, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }

  @Override
  public CallLimit callLimit() {
    return new CallLimit() {
      @Override
      public <T> T within(Duration most, Supplier<T> limited) {
        limits.add(most);
        return limited.get();
      }
    };
  }

  @Override
  public AccountRepository accounts() {
    return counting(AccountRepository.class, real.accounts());
  }

  @Override
  public DocumentRepository documents() {
    return counting(DocumentRepository.class, real.documents());
  }

  @Override
  public TransactionRepository transactions() {
    return counting(TransactionRepository.class, real.transactions());
  }

  @Override
  public Option<Batches> batches() {
    return real.batches()
        .map(
            there ->
                new Batches(
                    counting(RangeRepository.class, there.ranges()),
                    counting(BatchRepository.class, there.records())));
  }

  @Override
  public Option<EventRepository> events() {
    return real.events().map(there -> counting(EventRepository.class, there));
  }

  @Override
  public Option<PeriodRepository> periods() {
    return real.periods().map(there -> counting(PeriodRepository.class, there));
  }

  @Override
  public Option<CarriedBalanceRepository> carried() {
    return real.carried().map(there -> counting(CarriedBalanceRepository.class, there));
  }

  @Override
  public OwnerRepository owners() {
    return counting(OwnerRepository.class, real.owners());
  }

  @Override
  public Home home() {
    return real.home();
  }
}
