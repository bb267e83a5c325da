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
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The numbers, the decided records that wait for theirs, and the consumers. Nothing here is ever in
 * doubt.
 */
final class InMemoryEventRepository implements EventRepository {

  private final Set<RecordId> unnumbered = new LinkedHashSet<>();
  private final Map<RecordId, Long> marks = new HashMap<>();
  private final NavigableMap<Long, NumberedRecord> numbers = new TreeMap<>();
  private final NavigableMap<ConsumerName, EventConsumer> consumers = new TreeMap<>();
  private final InMemorySignal signal = new InMemorySignal();
  private final EvidenceRepository evidence = new InMemoryEvidenceRepository();
  private boolean isOn;
  private long confirmed;
  private long trimmed;

  /** Before whoever decides it is answered. One of the same id that was removed had a number. */
  void decided(RecordId record) {
    if (isAdded(record)) {
      signal.ring();
    }
  }

  private synchronized boolean isAdded(RecordId decided) {
    marks.remove(decided);
    return isOn && unnumbered.add(decided);
  }

  @Override
  public synchronized boolean isOn() {
    return isOn;
  }

  @Override
  public synchronized void turnOn() {
    isOn = true;
  }

  @Override
  public synchronized void turnOff() {
    isOn = false;
    unnumbered.clear();
  }

  @Override
  public synchronized long confirmed() {
    return confirmed;
  }

  @Override
  public synchronized MatchOutcome confirm(long upTo) {
    confirmed = Math.max(confirmed, upTo);
    return MatchOutcome.MATCHED;
  }

  @Override
  public synchronized List<NumberedRecord> numbered(long after) {
    return numbers.tailMap(after, false).values().stream().limit(MOST_AT_ONCE).toList();
  }

  @Override
  public synchronized MatchOutcome mark(List<NumberedRecord> records) {
    for (NumberedRecord numbered : records) {
      for (RecordId record : numbered.record()) {
        marks.putIfAbsent(record, numbered.number());
        unnumbered.remove(record);
      }
    }
    return MatchOutcome.MATCHED;
  }

  @Override
  public synchronized List<RecordId> unnumbered() {
    return unnumbered.stream().limit(MOST_AT_ONCE).toList();
  }

  @Override
  public synchronized void give(long first, List<RecordId> records) {
    long number = first;
    for (RecordId record : records) {
      if (numbers.putIfAbsent(number, new NumberedRecord(number, record)) != null) {
        break;
      }
      number++;
    }
  }

  @Override
  public synchronized long trimmed() {
    return trimmed;
  }

  @Override
  public synchronized MatchOutcome trim(long upTo) {
    if (upTo > confirmed) {
      return MatchOutcome.NOT_MATCHED;
    }
    trimmed = Math.max(trimmed, upTo);
    numbers.headMap(trimmed, true).clear();
    return MatchOutcome.MATCHED;
  }

  @Override
  public synchronized List<RecordId> unread(long upTo, List<RecordId> records) {
    Set<RecordId> behind = new HashSet<>(unnumbered);
    numbers.tailMap(upTo, false).values().forEach(each -> each.record().forEach(behind::add));
    return records.stream().filter(behind::contains).toList();
  }

  @Override
  public synchronized List<Optional<Long>> numbersOf(List<RecordId> records) {
    return records.stream().map(record -> Optional.ofNullable(marks.get(record))).toList();
  }

  @Override
  public EvidenceRepository evidence() {
    return evidence;
  }

  @Override
  public DecisionSignal decisions() {
    return signal;
  }

  @Override
  public synchronized List<Either<String, EventConsumer>> consumers() {
    return consumers.values().stream().<Either<String, EventConsumer>>map(Either::right).toList();
  }

  @Override
  public synchronized Optional<EventConsumer> consumer(ConsumerName name) {
    return Optional.ofNullable(consumers.get(name));
  }

  @Override
  public synchronized MatchOutcome add(EventConsumer consumer) {
    return MatchOutcome.of(consumers.putIfAbsent(consumer.name(), consumer) == null);
  }

  @Override
  public synchronized MatchOutcome move(ConsumerName name, EventPosition from, EventPosition to) {
    return MatchOutcome.of(
        consumers.replace(name, new EventConsumer(name, from), new EventConsumer(name, to)));
  }

  @Override
  public synchronized MatchOutcome forget(ConsumerName name) {
    return MatchOutcome.of(consumers.remove(name) != null);
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
