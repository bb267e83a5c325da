package io.twophase.domain.reading;

import static io.twophase.domain.reading.Shop.body;
import static io.twophase.domain.reading.Shop.held;
import static io.twophase.domain.reading.Shop.stored;
import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Document.LastTransaction;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.reading.ReadAnswer.NotConsistent;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Documents as decided, in scenes: {@code a} to {@code c} are orders. {@code hold} is of a lone
 * transaction on its document, {@code after 2} says what happens meanwhile, behind the second read,
 * and {@code several} stores a and b with the holds of m1, which adds 5 to a and sets b to 3, and
 * of m2, which adds 7 to a, and their record.
 */
class ReadingScenesTest {
  private static final NewTransaction M1 =
      body("m1", add(order("a"), "n", 5), change(order("b"), set("n", 3)));
  private static final NewTransaction M2 = body("m2", add(order("a"), "n", 7));

  private final Shop shop = new Shop();
  private final Verbs verbs =
      BodyWords.verbs(this)
          .saying(DecidedDocument.class, ReadingScenesTest::words)
          .saying(ReadAnswer.Consistent.class, answer -> words(answer.documents()));

  @ScenesOf("reading.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(verbs);
  }

  private static String words(List<DecidedDocument> documents) {
    return documents.stream().map(ReadingScenesTest::words).collect(joining(", "));
  }

  private static String words(DecidedDocument document) {
    return document.document().id().words().replace("\"", "")
        + " "
        + document.fields().map(DocumentWords::of).orElse("nothing");
  }

  private Optional<Document> there(DocumentRef ref) {
    return Optional.ofNullable(shop.documents.get(ref))
        .flatMap(Sight::stored)
        .map(Document.class::cast);
  }

  void store(DocumentRef ref, Fields fields) {
    shop.with(stored(ref, fields));
  }

  /** An outsider changes the fields, and leaves what the protocol has. */
  void spoil(DocumentRef ref, Fields fields) {
    shop.with(there(ref).map(document -> document.withFields(fields)));
  }

  void hold(String id, long epoch, DocumentOperation operation) {
    Claim claim = Claims.of(List.of(Member.of(body(id, operation))), false).all().get(0);
    shop.with(held(there(operation.document()), new RecordId(id), epoch, claim));
  }

  /** The first hold of the document is of a record elsewhere. */
  void elsewhere(DocumentRef ref) {
    Document here = there(ref).orElseThrow();
    Hold away = Copies.with(here.holds().get(0), "home", new Home("other.transactions"));
    shop.with(Optional.of(here.with(List.of(away))));
  }

  /** A transaction of that home has changed the document last. */
  void stamp(DocumentRef ref, String home) {
    LastTransaction last = new LastTransaction(new Home(home), transactionId("t1"));
    shop.with(
        there(ref)
            .map(
                document ->
                    new Document(
                        ref,
                        document.fields(),
                        false,
                        Optional.of(last),
                        document.holds(),
                        Map.of())));
  }

  void unreadable(DocumentRef ref, String fault) {
    shop.unreadable(ref, fault);
  }

  void record(String id, State state, List<DocumentOperation> operations) {
    shop.with(id, state, operations.toArray(DocumentOperation[]::new));
  }

  void faulty(String id, String fault) {
    shop.records.put(id, Lookup.unreadable(id, fault));
  }

  void forget(String id) {
    shop.records.remove(id);
  }

  void several(State state, Optional<TransactionId> left) {
    List<Claim> claims = Claims.of(List.of(Member.of(M1), Member.of(M2)), true).all();
    for (int at = 0; at < 2; at++) {
      Optional<Document> document = stored(order(List.of("a", "b").get(at)), fields("n", 1));
      shop.with(held(document, new RecordId("batch:1"), 1, claims.get(at)));
    }
    Verdict verdict = left.map(StoredRecords::leaving).orElse(Verdict.ALL_APPLIED);
    shop.with(StoredRecords.several("batch:1", M1, M2), state, verdict);
  }

  /** A member names another record, in which it may ask for another thing. */
  void another(NewTransaction member) {
    shop.with(StoredRecords.several("batch:2", member), State.APPLIED, Verdict.ALL_APPLIED);
  }

  void after(int read, String step) {
    shop.then(read, () -> verbs.apply(step));
  }

  ReadAnswer read(List<DocumentRef> documents) {
    shop.reads.clear();
    return shop.read(documents.toArray(DocumentRef[]::new));
  }

  String reads() {
    return String.join("; ", shop.reads).replace("\"", "").replace("; ", " / ");
  }

  int count() {
    return shop.reads.size();
  }

  @Test
  void whoNeedsTheDocumentsIsGivenThem() {
    store(order("a"), fields("n", 1));
    assertThat(shop.read(order("a")).orElseThrow())
        .containsExactly(new DecidedDocument(order("a"), Optional.of(fields("n", 1))));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatNeverStaysTheSameIsNotConsistent(boolean comesAndGoes) {
    store(order("a"), fields("n", 1));
    for (int read = 1; read <= 10 * Reading.MOST_TRIES; read++) {
      String step = comesAndGoes && read % 2 == 0 ? "gone #b" : "store #b {n:" + read + "}";
      after(read, step);
    }
    assertThat(shop.read(order("a"), order("b"))).isEqualTo(new NotConsistent(Reading.MOST_TRIES));
  }

  void gone(DocumentRef ref) {
    shop.documents.remove(ref);
  }

  @Test
  void tooFewLookupsAreTheReadersFault() {
    Reading first = Reading.of(List.of(order("a"), order("b")), HOME);
    List<Sight> one = List.of(Sight.absent(new Target.OfDocument(order("a"))));
    assertThatIllegalArgumentException().isThrownBy(() -> first.after(one, List.of()));
    HolderIds id = new HolderIds(List.of(transactionId("t1")), List.of());
    assertThatIllegalArgumentException().isThrownBy(() -> Holders.of(id, List.of()));
  }
}
