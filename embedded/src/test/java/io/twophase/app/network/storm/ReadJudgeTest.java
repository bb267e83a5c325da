package io.twophase.app.network.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.network.storm.DecisionOrder.Span;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What readers are shown is believed where it is true, and each kind of lie is found. */
@DisplayName("A reader who is shown")
class ReadJudgeTest {

  private static final int TRANSACTIONS = 120;
  private static final DocumentPlaces PLACES = DocumentPlaces.atHome();

  private final DocumentWorkload workload =
      DocumentWorkload.of(Seed.random("ReadJudgeTest"), TRANSACTIONS, PLACES);
  private final AtomicLong millis = new AtomicLong();

  /** Each instant is later than the one before. */
  private final InMemoryStore store =
      InMemoryStore.create(() -> Instant.ofEpochMilli(millis.addAndGet(2)));

  /** In the order of the readings. */
  private final List<List<DecidedDocument>> answers = new ArrayList<>();

  private final List<Span> spans = new ArrayList<>();

  /** After each request, all but the slots are read, and one of these. */
  @BeforeEach
  void runAndRead() {
    store.accounts().open(DocumentWorkload.accounts());
    try (TwoPhase twophase = TwoPhase.over(store).build()) {
      twophase.run(workload.opening()).orElseThrow();
      workload
          .requests()
          .forEach(
              request -> {
                workload.answered(twophase.run(request));
                List<DocumentRef> all = new ArrayList<>(PLACES.signed());
                all.addAll(PLACES.stocks());
                all.add(PLACES.slot(spans.size() % DocumentPlaces.SLOTS));
                long begun = millis.addAndGet(2);
                answers.add(twophase.documents().read(all).orElseThrow());
                spans.add(new Span(begun, millis.addAndGet(2)));
              });
    }
  }

  private List<String> faults(IntStream readings) {
    ReadHistory history = new ReadHistory();
    readings.forEach(
        at -> history.answered(spans.get(at), new ReadAnswer.Consistent(answers.get(at))));
    return workload.faults(store, history);
  }

  private List<String> faults() {
    return faults(IntStream.range(0, answers.size()));
  }

  @Test
  @DisplayName("what was is believed")
  void theTruth() {
    assertThat(faults()).isEmpty();
  }

  /** There was no other reading before it and after it. */
  @ParameterizedTest
  @CsvSource({"100, 10, and yet after reading 0", "10, 100, reading 0 was at"})
  @DisplayName("what had been long before, or was to come, is found")
  void anotherTime(int at, int other, String words) {
    answers.set(at, answers.get(other));
    assertThat(faults(IntStream.of(at))).anyMatch(fault -> fault.contains(words));
  }

  /** Nobody looks at a clock. */
  @Test
  @DisplayName("one log as it was and all else as it is is found")
  void whatWasAtDifferentMoments() {
    List<DecidedDocument> mixed = new ArrayList<>(answers.get(100));
    mixed.set(0, answers.get(10).get(0));
    answers.set(100, mixed);
    spans.set(100, new Span(0, Long.MAX_VALUE));
    assertThat(faults(IntStream.of(100)))
        .anyMatch(fault -> fault.contains("each of these was before"));
  }

  static Stream<Arguments> lies() {
    return Stream.of(
        lie("a list without one of its changes", "logs 1", "reading 100: logs 1", without("ids")),
        lie("a stock with one more", "stocks 2", "reading 100: [stocks", more("left")),
        lie("a slot that another has filled", "slots", ": in slots", with("by", "x")),
        lie("two doctors off call", "doctors [01]", "is on call", with("onCall", false)));
  }

  private static Arguments lie(
      String what, String documents, String words, UnaryOperator<Fields> other) {
    return arguments(what, documents, words, other);
  }

  private static UnaryOperator<Fields> with(String field, Object value) {
    return fields -> fields.with(field, Value.of(value));
  }

  private static UnaryOperator<Fields> more(String field) {
    return fields -> fields.with(field, new Value.Int64(1 + whole(fields, field)));
  }

  private static long whole(Fields fields, String field) {
    return fields.get(field).flatMap(Value::wholeNumber).orElseThrow();
  }

  private static UnaryOperator<Fields> without(String field) {
    return fields -> {
      List<Value> values = ((Value.Array) fields.get(field).orElseThrow()).values();
      return fields.with(field, new Value.Array(values.subList(1, values.size())));
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lies")
  @DisplayName("what never was is found:")
  void whatNeverWas(String what, String documents, String words, UnaryOperator<Fields> other) {
    answers.set(
        100,
        answers.get(100).stream()
            .map(
                one ->
                    one.document().toString().matches(documents + ".*")
                        ? new DecidedDocument(
                            one.document(),
                            one.fields().or(() -> Optional.of(Fields.none())).map(other))
                        : one)
            .toList());
    assertThat(faults()).anyMatch(fault -> fault.contains(words));
  }
}
