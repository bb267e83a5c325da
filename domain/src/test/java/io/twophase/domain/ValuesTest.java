package io.twophase.domain;

import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Period;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Texts;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.ImportedRow;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Values of few parts, in scenes whose steps are their constructors and methods. */
class ValuesTest {
  @ScenesOf("values.txt")
  void comeOutAsTheyAreWritten(Scenes.Scene scene) {
    scene.play(
        BodyWords.verbs(this)
            .ofValues(
                Epoch.class,
                EventPosition.class,
                NumberedRecord.class,
                Vitals.class,
                AuthorizationTerms.class,
                ApprovalRule.class,
                ImportedRow.class,
                BodyDigest.class,
                BodyDifference.class,
                Attempt.class,
                Period.class,
                TreeHead.class,
                ActionKind.class,
                OperatorAction.class,
                ActionOutcome.class,
                Range.class,
                Bounds.class,
                DocumentRefusal.GuardFailed.class,
                DocumentRefusal.NoSuchDocument.class,
                DocumentRefusal.DocumentExists.class)
            .reading(double.class, Double::valueOf)
            .reading(Epoch.class, word -> epoch(Long.parseLong(word)))
            .reading(EventPosition.class, ValuesTest::position)
            .reading(NumberedRecord.class, ValuesTest::numbered)
            .reading(AuthorizationTerms.class, BodyWords::terms)
            .reading(Attempt.class, ValuesTest::attempt)
            .reading(Vitals.class, ValuesTest::vitals)
            .reading(OperatorAction.class, ValuesTest::action)
            .reading(Range.class, ValuesTest::range)
            .reading(Bounds.class, ValuesTest::bounds)
            .saying(NumberedRecord.class, record -> String.valueOf(record.number()))
            .saying(Vitals.class, ValuesTest::words)
            .saying(Attempt.class, ValuesTest::words)
            .saying(ActionOutcome.class, it -> it.code() + ": " + it.message().length())
            .saying(Period.class, period -> Scenes.word(period.state()))
            .saying(Reason.class, reason -> reason.kind() + ": " + reason.message()));
  }

  Optional<PeriodName> period(DocumentRef document) {
    return Period.name(document);
  }

  private static EventPosition position(String word) {
    String[] parts = word.split("\\+", -1);
    return new EventPosition(
        Long.parseLong(parts[0]), parts.length == 1 ? 0 : Integer.parseInt(parts[1]));
  }

  /** The record of a number; one with a question mark cannot be told. */
  private static NumberedRecord numbered(String word) {
    long number = Long.parseLong(word.replace("?", ""));
    return new NumberedRecord(
        number, word.endsWith("?") ? Either.left("?") : Either.right(new RecordId("r" + number)));
  }

  private static Attempt attempt(String word) {
    String[] parts = word.split("=", 2);
    Attempt of = Attempt.of(transactionId(parts[0])).orElseThrow();
    return new Attempt(
        of.function(),
        of.number(),
        parts.length == 1 ? Optional.empty() : Optional.of(DocumentWords.value(parts[1])));
  }

  /** Such as {@code FREEZE/A}, whose arguments the caller changes afterwards. */
  private static OperatorAction action(String word) {
    String[] parts = word.split("/", -1);
    Map<String, String> said = new HashMap<>();
    Stream.of(parts).skip(2).forEach(key -> said.put(key, "1.00 USD"));
    OperatorAction action =
        new OperatorAction(
            new ActionId("a"),
            new OperatorName("Ann"),
            new ActionReason("why"),
            ActionKind.valueOf(parts[0]),
            Texts.of(parts[1]),
            said);
    said.clear();
    return action;
  }

  LoggedAction logged(OperatorAction action) {
    return LoggedAction.begun(action, Instant.EPOCH);
  }

  LoggedAction finished(OperatorAction action, boolean hasOutcome, boolean isDated) {
    return new LoggedAction(
        action,
        Instant.EPOCH,
        Optional.of(new ActionOutcome("Done", "")).filter(any -> hasOutcome),
        Optional.of(Instant.EPOCH).filter(any -> isDated));
  }

  /** A range takes and gives so much; behind a sign {@code <} is how much of it there was. */
  private static Range range(String word) {
    String[] sides = word.split("/", -1);
    return new Range(
        figure(sides[0]).orElseThrow(),
        figure(sides[1]).orElseThrow(),
        figure(sides[0].replaceFirst("[^<]*<?", "")),
        figure(sides[1].replaceFirst("[^<]*<?", "")));
  }

  private static Optional<Long> figure(String word) {
    return Optional.of(word.replaceFirst("<.*", "")).filter(it -> !it.isEmpty()).map(Long::valueOf);
  }

  private static Bounds bounds(String word) {
    List<Long> all = Stream.of(word.split("/", -1)).map(Long::valueOf).toList();
    return new Bounds(all.get(0), all.get(1), all.get(2));
  }

  private static String words(Attempt attempt) {
    return attempt + attempt.value().map(value -> " returns " + value).orElse("");
  }

  /** Each figure of what was done, then each of what waits, then the counts, as far as given. */
  private static Vitals vitals(String word) {
    List<Long> all = new ArrayList<>(Stream.of(word.split("/", -1)).map(Long::valueOf).toList());
    while (all.size() < 2 + Vitals.COUNTS) {
      all.add(0L);
    }
    long done = all.get(0);
    long waits = all.get(1);
    return new Vitals(done, done, done, done, waits, waits, all.subList(2, all.size()));
  }

  private static String words(Vitals vitals) {
    assertThat(List.of(vitals.refused(), vitals.unknown(), vitals.batches()))
        .containsOnly(vitals.applied());
    assertThat(vitals.blocked()).isEqualTo(vitals.waiting());
    return LongStream.concat(
            LongStream.of(vitals.applied(), vitals.waiting()),
            vitals.decisions().stream().mapToLong(count -> count))
        .mapToObj(Long::toString)
        .collect(joining("/"))
        .replaceAll("(/0)+$", "");
  }
}
