package io.twophase.test.contract.event;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static java.time.Instant.EPOCH;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.test.contract.Moment;
import io.twophase.test.contract.Race;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/**
 * The contract of waiting, numbered and trimmed records, of consumers and of leaves, in scenes that
 * are beside this class. A step is a method of the repository, or one of these: {@code begin},
 * {@code submit}, {@code decide}, {@code cancel} and {@code finish} are of records; {@code b1} is
 * the record that {@code batch m1, m2} begins; {@code a2} is the second leaf of a tree a, and
 * {@code grow a 1 5} adds its first five.
 */
public abstract class EventScenes extends EventContract {
  private final Map<TreeLeaf, String> known = new ConcurrentHashMap<>();

  @ScenesOf({"events.txt", "leaves.txt"})
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        new Verbs(this, events(), events().evidence())
            .reading(RecordId.class, word -> word.equals("b1") ? BATCH : lone(word))
            .reading(NumberedRecord.class, EventScenes::marked)
            .reading(EventPosition.class, EventScenes::position)
            .saying(NumberedRecord.class, each -> each.number() + " " + each.record().get())
            .saying(EventConsumer.class, each -> each.name() + " " + words(each.position()))
            .saying(TreeLeaf.class, leaf -> known.getOrDefault(leaf, leaf.toString())));
  }

  /** A number and its record, as in {@code 7=T1}. */
  private static NumberedRecord marked(String word) {
    String[] parts = word.split("=", -1);
    return numbered(Long.parseLong(parts[0]), parts[1].equals("b1") ? BATCH : lone(parts[1]));
  }

  /** A number and a place, as in {@code 4.2}. */
  private static EventPosition position(String word) {
    String[] parts = word.split("\\.", -1);
    return new EventPosition(Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
  }

  private static String words(EventPosition position) {
    return position.number() + "." + position.places();
  }

  void begin(List<String> ids) {
    ids.forEach(this::begin);
  }

  void batch(List<String> members) {
    beginBatch(members.toArray(String[]::new));
  }

  void tombstone() {
    begin(NewRecord.tombstone(BATCH));
  }

  void decide(List<RecordId> records) {
    records.forEach(this::decide);
  }

  void apply(List<String> ids) {
    apply(ids.toArray(String[]::new));
  }

  void pass() {
    Moment.pass();
  }

  MatchOutcome add(ConsumerName name, EventPosition position) {
    return events().add(new EventConsumer(name, position));
  }

  /** A member is taken from its record to be canceled alone. */
  MatchOutcome take(String member) {
    MemberDocument free = new MemberDocument(BATCH, transfer(member, "A", "B", cents(1)), EPOCH);
    return store().records().take(List.of(MemberTake.canceled(free, ON_REQUEST, OWNER))).get(0);
  }

  /** The record is removed as its latest is: a majority may not have seen its end yet. */
  MatchOutcome remove(TransactionId id) {
    TransactionRecord latest = store().records().findLatest(id).record().orElseThrow();
    return store()
        .records()
        .remove(List.of(new Removal(Either.left(latest), Optional.empty())))
        .get(0);
  }

  void evidence(boolean on) {
    Runnable turned = on ? events().evidence()::turnOn : events().evidence()::turnOff;
    turned.run();
  }

  boolean isEvidence() {
    return events().evidence().isOn();
  }

  /** Adds leaves of a tree, of which the last has digests of members. */
  void grow(String word, int first, int last) {
    List<TreeLeaf> leaves = new ArrayList<>();
    Frontier frontier = Frontier.EMPTY;
    for (int number = 1; number <= last; number++) {
      Frontier.Grown grown = frontier.with(Digest.ofLeaf(word + " " + number));
      frontier = grown.frontier();
      leaves.add(
          new TreeLeaf(number, grown.nodes(), number % 7 == 0 ? digests(number) : List.of()));
      known.put(leaves.get(number - 1), word + number);
    }
    events().evidence().add(leaves.subList(first - 1, last));
  }

  private static List<Digest> digests(int number) {
    return LongStream.range(0, 100).mapToObj(at -> Digest.ofLeaf(number + "m" + at)).toList();
  }

  /** Returns the first and the last of those behind a number, if there are many. */
  String page(long number) {
    List<TreeLeaf> page = events().evidence().after(number);
    return known.get(page.get(0))
        + " to "
        + known.get(page.get(page.size() - 1))
        + ", "
        + page.size();
  }

  /** Several add the first five leaves of their trees at once. */
  void race(List<String> words) {
    Race.of(
        words.size(),
        by -> {
          grow(words.get(by), 1, 5);
          return true;
        });
  }

  /** Returns of how many trees the leaves are, and how many there are. */
  String trees() {
    List<TreeLeaf> all = events().evidence().after(0);
    return all.stream()
            .map(leaf -> Objects.requireNonNull(known.get(leaf)).charAt(0))
            .distinct()
            .count()
        + " of "
        + all.size();
  }
}
