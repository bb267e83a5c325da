package io.twophase.adapter.inmemory;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.DecisionSignal;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** The numbers and the consumers in concurrent maps. Nothing here is ever in doubt. */
final class InMemoryEventRepository implements EventRepository {

  private final InMemoryDecisions decisions;
  private final ConcurrentSkipListMap<Long, NumberedRecord> numbers = new ConcurrentSkipListMap<>();
  private final ConcurrentSkipListMap<ConsumerName, EventConsumer> consumers =
      new ConcurrentSkipListMap<>();
  private final AtomicLong confirmed = new AtomicLong();
  private final AtomicLong trimmed = new AtomicLong();
  private final EvidenceRepository evidence = new InMemoryEvidenceRepository();

  InMemoryEventRepository(InMemoryDecisions decisions) {
    this.decisions = decisions;
  }

  @Override
  public boolean isOn() {
    return decisions.isOn();
  }

  @Override
  public void turnOn() {
    decisions.turn(true);
  }

  @Override
  public void turnOff() {
    decisions.turn(false);
  }

  @Override
  public long confirmed() {
    return confirmed.get();
  }

  @Override
  public MatchOutcome confirm(long upTo) {
    confirmed.accumulateAndGet(upTo, Math::max);
    return MatchOutcome.MATCHED;
  }

  @Override
  public List<NumberedRecord> numbered(long after) {
    return numbers.tailMap(after, false).values().stream().limit(MOST_AT_ONCE).toList();
  }

  @Override
  public MatchOutcome mark(List<NumberedRecord> records) {
    records.forEach(decisions::mark);
    return MatchOutcome.MATCHED;
  }

  @Override
  public List<RecordId> unnumbered() {
    return decisions.first(MOST_AT_ONCE);
  }

  @Override
  public void give(long first, List<RecordId> records) {
    long number = first;
    for (RecordId record : records) {
      if (numbers.putIfAbsent(number, new NumberedRecord(number, record)) != null) {
        break;
      }
      number++;
    }
  }

  @Override
  public long trimmed() {
    return trimmed.get();
  }

  @Override
  public MatchOutcome trim(long upTo) {
    if (upTo > confirmed.get()) {
      return MatchOutcome.NOT_MATCHED;
    }
    numbers.headMap(trimmed.accumulateAndGet(upTo, Math::max), true).clear();
    return MatchOutcome.MATCHED;
  }

  @Override
  public List<RecordId> unread(long upTo, List<RecordId> records) {
    Set<RecordId> behind = new HashSet<>();
    numbers.tailMap(upTo, false).values().forEach(each -> each.record().forEach(behind::add));
    return records.stream()
        .filter(record -> behind.contains(record) || decisions.isWaiting(record))
        .toList();
  }

  @Override
  public List<Optional<Long>> numbersOf(List<RecordId> records) {
    return records.stream().map(decisions::numberOf).toList();
  }

  @Override
  public EvidenceRepository evidence() {
    return evidence;
  }

  @Override
  public DecisionSignal decisions() {
    return decisions.signal();
  }

  @Override
  public List<Either<String, EventConsumer>> consumers() {
    return consumers.values().stream().<Either<String, EventConsumer>>map(Either::right).toList();
  }

  @Override
  public Optional<EventConsumer> consumer(ConsumerName name) {
    return Optional.ofNullable(consumers.get(name));
  }

  @Override
  public MatchOutcome add(EventConsumer consumer) {
    return matched(consumers.putIfAbsent(consumer.name(), consumer) == null);
  }

  @Override
  public MatchOutcome move(ConsumerName name, EventPosition from, EventPosition to) {
    return matched(
        consumers.replace(name, new EventConsumer(name, from), new EventConsumer(name, to)));
  }

  @Override
  public MatchOutcome forget(ConsumerName name) {
    return matched(consumers.remove(name) != null);
  }

  private static MatchOutcome matched(boolean isMatched) {
    return isMatched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  /**
   * The decided records that wait for their numbers, in the order of their decisions, and the
   * numbers of the others.
   */
  static final class InMemoryDecisions {

    private final Set<RecordId> unnumbered = new LinkedHashSet<>();
    private final Map<RecordId, Long> numbers = new HashMap<>();
    private final InMemorySignal signal = new InMemorySignal();
    private boolean isOn;

    DecisionSignal signal() {
      return signal;
    }

    synchronized boolean isOn() {
      return isOn;
    }

    synchronized void turn(boolean on) {
      isOn = on;
      if (!on) {
        unnumbered.clear();
      }
    }

    /** Before whoever decides it is answered. One of the same id that was removed had a number. */
    void add(RecordId decided) {
      if (isAdded(decided)) {
        signal.ring();
      }
    }

    private synchronized boolean isAdded(RecordId decided) {
      numbers.remove(decided);
      return isOn && unnumbered.add(decided);
    }

    synchronized void mark(NumberedRecord numbered) {
      numbered
          .record()
          .forEach(
              record -> {
                numbers.putIfAbsent(record, numbered.number());
                unnumbered.remove(record);
              });
    }

    synchronized Optional<Long> numberOf(RecordId record) {
      return Optional.ofNullable(numbers.get(record));
    }

    synchronized boolean isWaiting(RecordId record) {
      return unnumbered.contains(record);
    }

    synchronized List<RecordId> first(int most) {
      return new ArrayList<>(unnumbered).subList(0, Math.min(most, unnumbered.size()));
    }
  }

  /** Wakes those who listen, on the thread of whoever decides. */
  private static final class InMemorySignal implements DecisionSignal {

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    @Override
    public Listening listen(Runnable listener) {
      Listener added = new Listener(listener);
      listeners.add(added);
      return added;
    }

    void ring() {
      listeners.forEach(Listener::call);
    }

    private final class Listener implements Listening {

      private final Runnable listener;
      private boolean isClosed;

      Listener(Runnable listener) {
        this.listener = listener;
      }

      synchronized void call() {
        if (!isClosed) {
          listener.run();
        }
      }

      @Override
      public synchronized void close() {
        isClosed = true;
        listeners.remove(this);
      }
    }
  }

  /** The leaves in a concurrent map. */
  private static final class InMemoryEvidenceRepository implements EvidenceRepository {

    private final ConcurrentSkipListMap<Long, TreeLeaf> leaves = new ConcurrentSkipListMap<>();
    private volatile boolean isOn;

    @Override
    public boolean isOn() {
      return isOn;
    }

    @Override
    public void turnOn() {
      isOn = true;
    }

    @Override
    public void turnOff() {
      isOn = false;
    }

    @Override
    public long size() {
      Map.Entry<Long, TreeLeaf> last = leaves.lastEntry();
      return last == null ? 0 : last.getKey();
    }

    @Override
    public List<TreeLeaf> leaves(Collection<Long> numbers) {
      return numbers.stream()
          .sorted()
          .distinct()
          .map(leaves::get)
          .filter(Objects::nonNull)
          .toList();
    }

    @Override
    public List<TreeLeaf> after(long number) {
      return leaves.tailMap(number, false).values().stream().limit(MOST_AT_ONCE).toList();
    }

    @Override
    public void add(List<TreeLeaf> added) {
      for (TreeLeaf leaf : added) {
        if (leaves.putIfAbsent(leaf.number(), leaf) != null) {
          break;
        }
      }
    }
  }
}
