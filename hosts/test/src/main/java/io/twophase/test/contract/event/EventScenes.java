package io.twophase.test.contract.event;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static java.util.stream.Collectors.joining;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.testing.Scenes;
import io.twophase.test.contract.Moment;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of waiting, numbered and trimmed records and of consumers in scenes, which are in
 * {@code events.txt} beside this class: {@code begin}, {@code submit}, {@code decide}, {@code
 * cancel} and {@code finish} are of records; {@code b1 of m1 m2} begins a record of several.
 */
public abstract class EventScenes extends EventContract {

  static Stream<Scenes.Scene> scenes() {
    return Scenes.of(EventScenes.class, "events.txt");
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private String step(String step) {
    String[] words = step.split(" ", -1);
    List<String> rest = List.of(words).subList(1, words.length);
    List<RecordId> records = rest.stream().map(EventScenes::record).toList();
    return switch (words[0]) {
      case "on" -> done(events()::turnOn);
      case "off" -> done(events()::turnOff);
      case "is-on" -> String.valueOf(events().isOn());
      case "wait" -> done(Moment::pass);
      case "begin" -> done(() -> rest.forEach(this::begin));
      case "batch" -> done(() -> beginBatch(rest.toArray(String[]::new)));
      case "submit" -> done(() -> rest.forEach(this::submit));
      case "tombstone" -> done(() -> begin(NewRecord.tombstone(BATCH)));
      case "decide" -> done(() -> records.forEach(this::decide));
      case "apply" -> done(() -> apply(rest.toArray(String[]::new)));
      case "cancel" -> done(() -> records.forEach(this::cancel));
      case "finish" -> done(() -> records.forEach(this::finish));
      case "take" -> taken(words[1]);
      case "remove" -> removed(words[1]);
      case "unnumbered" -> words(events().unnumbered().stream());
      case "numbers" ->
          events().numbersOf(records).stream()
              .map(number -> number.map(String::valueOf).orElse("none"))
              .collect(joining(" "));
      case "unread" ->
          words(events().unread(number(words[1]), records.subList(1, records.size())).stream());
      case "give" ->
          done(() -> events().give(number(words[1]), records.subList(1, records.size())));
      case "numbered" ->
          events().numbered(number(words[1])).stream()
              .map(each -> each.number() + " " + each.record().get())
              .collect(joining(", "));
      case "mark" -> words(events().mark(rest.stream().map(EventScenes::marked).toList()));
      case "confirm" -> words(events().confirm(number(words[1])));
      case "confirmed" -> String.valueOf(events().confirmed());
      case "trim" -> words(events().trim(number(words[1])));
      case "trimmed" -> String.valueOf(events().trimmed());
      case "add" ->
          words(events().add(new EventConsumer(new ConsumerName(words[1]), position(words[2]))));
      case "move" ->
          words(events().move(new ConsumerName(words[1]), position(words[2]), position(words[3])));
      case "forget" -> words(events().forget(new ConsumerName(words[1])));
      case "consumer" -> words(events().consumer(new ConsumerName(words[1])));
      case "consumers" ->
          events().consumers().stream()
              .map(each -> words(Optional.of(each.get())))
              .collect(joining(", "));
      default -> throw new IllegalArgumentException(step);
    };
  }

  private static String done(Runnable step) {
    step.run();
    return "";
  }

  private static long number(String word) {
    return Long.parseLong(word);
  }

  private static RecordId record(String word) {
    return word.equals("b1") ? BATCH : lone(word);
  }

  /** A number and its record, as in {@code 7=T1}. */
  private static NumberedRecord marked(String word) {
    String[] parts = word.split("=", -1);
    return numbered(number(parts[0]), record(parts[1]));
  }

  /** A number and a place, as in {@code 4.2}. */
  private static EventPosition position(String word) {
    String[] parts = word.split("\\.", -1);
    return new EventPosition(number(parts[0]), Integer.parseInt(parts[1]));
  }

  private static String words(MatchOutcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String words(Stream<RecordId> records) {
    return records.map(RecordId::value).collect(joining(" "));
  }

  private static String words(Optional<EventConsumer> consumer) {
    return consumer
        .map(at -> at.name() + " " + at.position().number() + "." + at.position().places())
        .orElse("");
  }

  /** A member is taken from its record to be canceled alone. */
  private String taken(String member) {
    MemberDocument free =
        new MemberDocument(BATCH, transfer(member, "A", "B", cents(1)), Instant.EPOCH);
    return words(
        store().records().take(List.of(MemberTake.canceled(free, ON_REQUEST, OWNER))).get(0));
  }

  /** The record is removed as its latest is: a majority may not have seen its end yet. */
  private String removed(String id) {
    return words(
        store()
            .records()
            .remove(
                List.of(
                    new Removal(
                        Either.left(
                            store().records().findLatest(transactionId(id)).record().orElseThrow()),
                        Optional.empty())))
            .get(0));
  }
}
