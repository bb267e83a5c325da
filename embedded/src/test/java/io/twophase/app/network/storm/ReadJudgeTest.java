package io.twophase.app.network.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.network.storm.DecisionOrder.Span;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What readers are shown is believed where it is true, and each kind of lie is found. */
@DisplayName("A reader who is shown")
class ReadJudgeTest {

  private static final int TRANSACTIONS = 120;

  private final DocumentPlaces places = DocumentPlaces.atHome();
  private final DocumentWorkload workload =
      DocumentWorkload.of(Seed.random("ReadJudgeTest"), TRANSACTIONS, places);
  private final AtomicLong millis = new AtomicLong();
  private final InMemoryStore store = InMemoryStore.create(new Ticking());

  /** In the order of the readings. */
  private final List<List<DecidedDocument>> answers = new ArrayList<>();

  private final List<Span> spans = new ArrayList<>();

  /** Of which each instant is later than the one before. */
  private final class Ticking extends Clock {
    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis.addAndGet(2));
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @BeforeEach
  void runAndRead() {
    store.accounts().open(DocumentWorkload.accounts());
    try (TwoPhase twophase = TwoPhase.over(store).build()) {
      twophase.run(workload.opening()).orElseThrow();
      workload.requests().forEach(request -> runAndRead(twophase, request));
    }
  }

  private void runAndRead(TwoPhase twophase, TransactionRequest request) {
    workload.answered(twophase.run(request));
    List<DocumentRef> all = new ArrayList<>(places.signed());
    all.addAll(places.stocks());
    int slot = spans.size() % DocumentPlaces.SLOTS;
    all.add(places.slot(slot));
    long begun = millis.addAndGet(2);
    answers.add(twophase.documents().read(all).orElseThrow());
    spans.add(new Span(begun, millis.addAndGet(2)));
  }

  private List<String> faults() {
    return faults(IntStream.range(0, answers.size()), spans);
  }

  /** Of one reading, of which there was no other before and after. */
  private List<String> faults(int reading) {
    return faults(IntStream.of(reading), spans);
  }

  private List<String> faults(IntStream readings, List<Span> at) {
    ReadHistory history = new ReadHistory();
    readings.forEach(
        number -> history.answered(at.get(number), new ReadAnswer.Consistent(answers.get(number))));
    return workload.faults(store, history);
  }

  /** Shows one reading documents that are not what they were. */
  private void lie(int reading, UnaryOperator<DecidedDocument> other) {
    answers.set(reading, answers.get(reading).stream().map(other).toList());
  }

  private static UnaryOperator<DecidedDocument> of(DocumentRef ref, UnaryOperator<Fields> other) {
    return one ->
        one.document().equals(ref) ? new DecidedDocument(ref, one.fields().map(other)) : one;
  }

  @Test
  @DisplayName("what was is believed")
  void theTruth() {
    assertThat(faults()).isEmpty();
  }

  @Test
  @DisplayName("what had been, long before, is found")
  void thePast() {
    answers.set(100, answers.get(10));
    assertThat(faults(100)).anyMatch(fault -> fault.contains("and yet after reading 0"));
  }

  @Test
  @DisplayName("what was to come is found")
  void theFuture() {
    answers.set(10, answers.get(100));
    assertThat(faults(10)).anyMatch(fault -> fault.contains("reading 0 was at"));
  }

  /** Nobody looks at a clock. */
  @Test
  @DisplayName("one log as it was and all else as it is is found")
  void whatWasAtDifferentMoments() {
    List<DecidedDocument> before = answers.get(10);
    lie(100, one -> one.document().equals(places.log(0)) ? before.get(0) : one);
    List<Span> unknown = spans.stream().map(any -> new Span(0, Long.MAX_VALUE)).toList();
    assertThat(faults(IntStream.of(100), unknown))
        .anyMatch(fault -> fault.contains("each of these was before"));
  }

  @Test
  @DisplayName("a list without one of its changes is found")
  void aLostChange() {
    lie(
        100,
        of(
            places.log(1),
            fields -> {
              List<Value> ids =
                  new ArrayList<>(((Value.Array) fields.get("ids").orElseThrow()).values());
              ids.remove(0);
              return fields.with("ids", new Value.Array(ids));
            }));
    assertThat(faults()).anyMatch(fault -> fault.contains("reading 100: logs 1"));
  }

  @Test
  @DisplayName("a stock with one more is found")
  void aSum() {
    lie(
        100,
        of(
            places.stock(2),
            fields ->
                fields.with(
                    "left",
                    new Value.Int64(
                        fields.get("left").orElseThrow().wholeNumber().orElseThrow() + 1))));
    assertThat(faults()).anyMatch(fault -> fault.contains("reading 100: [stocks"));
  }

  @Test
  @DisplayName("a slot that another has filled is found")
  void another() {
    int full =
        IntStream.range(50, TRANSACTIONS)
            .filter(at -> slot(at).fields().isPresent())
            .findFirst()
            .orElseThrow();
    lie(full, of(slot(full).document(), fields -> Fields.none().with("by", new Value.Text("x"))));
    assertThat(faults()).anyMatch(fault -> fault.contains("reading " + full + ": in slots"));
  }

  private DecidedDocument slot(int reading) {
    List<DecidedDocument> all = answers.get(reading);
    return all.get(all.size() - 1);
  }

  @Test
  @DisplayName("two doctors of whom none is on call is found")
  void doctors() {
    UnaryOperator<Fields> off = fields -> fields.with("onCall", new Value.Bool(false));
    lie(100, of(places.doctor(0), off));
    lie(100, of(places.doctor(1), off));
    assertThat(faults()).anyMatch(fault -> fault.contains("is on call"));
  }
}
