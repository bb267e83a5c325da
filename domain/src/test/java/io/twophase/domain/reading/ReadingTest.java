package io.twophase.domain.reading;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Participants.held;
import static io.twophase.domain.testing.Participants.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.reason.Reason;
import io.twophase.domain.testing.Folds;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReadingTest {

  private static final DocumentRef A = order("a");
  private static final DocumentRef B = order("b");
  private static final DocumentRef C = order("c");
  private static final Fields N1 = fields("n", 1);
  private static final DocumentOperation PAY = change(A, set("n", 2));

  /** What is there, as a test sets it, and what was read of it. */
  private static final class Shop {
    private final Map<DocumentRef, DocumentLookup> documents = new HashMap<>();
    private final Map<TransactionId, TransactionLookup> records = new HashMap<>();
    private final List<String> reads = new ArrayList<>();
    private final List<Runnable> meanwhile = new ArrayList<>();

    Shop with(Option<Participant> document) {
      documents.put(document.get().ref(), new DocumentLookup.Found(document.get()));
      return this;
    }

    Shop with(String id, State state, DocumentOperation... operations) {
      NewTransaction body =
          new NewTransaction(transactionId(id), List.of(operations), Option.none(), Option.none());
      records.put(
          body.id(), new TransactionLookup.Found(recordOf(body).in(state).build(), Duration.ZERO));
      return this;
    }

    /** After the read of that number, counted from 1. */
    Shop then(int read, Runnable change) {
      while (meanwhile.size() <= read) {
        meanwhile.add(() -> {});
      }
      meanwhile.set(read, change);
      return this;
    }

    private void passed(String read) {
      reads.add(read);
      if (reads.size() < meanwhile.size()) {
        meanwhile.get(reads.size()).run();
      }
    }

    List<DocumentLookup> documents(List<DocumentRef> refs) {
      List<DocumentLookup> seen =
          refs.stream()
              .map(ref -> documents.getOrDefault(ref, new DocumentLookup.Absent(ref)))
              .toList();
      passed("documents " + refs.stream().map(ref -> ref.id().words()).toList());
      return seen;
    }

    List<TransactionLookup> records(List<TransactionId> ids) {
      List<TransactionLookup> seen =
          ids.stream()
              .map(id -> records.getOrDefault(id, new TransactionLookup.Absent(id)))
              .toList();
      passed("records " + ids);
      return seen;
    }

    ReadAnswer read(DocumentRef... asked) {
      Reading reading = Reading.of(List.of(asked), HOME);
      while (!(reading instanceof Reading.Stop)) {
        reading = reading.fold(new Reads(this));
      }
      return ((Reading.Stop) reading).answer();
    }
  }

  private record Reads(Shop shop) implements Reading.Cases<Reading> {
    @Override
    public Reading documents(Reading.ReadDocuments step) {
      return step.after(shop.documents(step.documents()));
    }

    @Override
    public Reading records(Reading.ReadRecords step) {
      return step.after(shop.records(step.records()));
    }

    @Override
    public Reading absentAgain(Reading.ReadAbsentAgain step) {
      return step.after(shop.documents(List.of(step.document())).get(0));
    }

    @Override
    public Reading again(Reading.ReadAgain step) {
      return step.after(shop.documents(step.documents()), shop.records(step.records()));
    }

    @Override
    public Reading stop(Reading.Stop step) {
      return step;
    }
  }

  private static ReadAnswer consistent(Object... refsAndFields) {
    List<DecidedDocument> documents = new ArrayList<>();
    for (int at = 0; at < refsAndFields.length; at += 2) {
      documents.add(
          new DecidedDocument(
              (DocumentRef) refsAndFields[at],
              refsAndFields[at + 1] instanceof Fields there ? Option.some(there) : Option.none()));
    }
    return new ReadAnswer.Consistent(documents);
  }

  private static final String NOTHING = "nothing";

  @Test
  void oneDocumentThatNothingHoldsIsReadOnce() {
    Shop shop = new Shop().with(stored(A, N1));
    assertThat(shop.read(A)).isEqualTo(consistent(A, N1));
    assertThat(shop.reads).containsExactly("documents [\"a\"]");
    assertThat(new Shop().read(A)).isEqualTo(consistent(A, NOTHING));
  }

  @Test
  void aCheckedDocumentIsReadOnce() {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", check(A)));
    assertThat(shop.read(A)).isEqualTo(consistent(A, N1));
    assertThat(shop.reads).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(State.class)
  void oneDocumentThatIsHeldAsAWholeNeedsOneLookAndTheRecord(State state) {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", PAY)).with("t1", state, PAY);
    boolean happens = state == State.APPLIED || state == State.DONE;
    assertThat(shop.read(A)).isEqualTo(consistent(A, happens ? fields("n", 2) : N1));
    assertThat(shop.reads).containsExactly("documents [\"a\"]", "records [t1]");
  }

  /** Where records are removed after a time, it may have been there. */
  @Test
  void aHoldWithoutARecordIsLookedAtAgain() {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", PAY));
    assertThat(shop.read(A)).isEqualTo(consistent(A, N1));
    assertThat(shop.reads)
        .containsExactly("documents [\"a\"]", "records [t1]", "documents [\"a\"]", "records [t1]");
  }

  @Test
  void oneDocumentThatIsAddedToNeedsAllSteps() {
    DocumentOperation five = add(A, "n", 5);
    DocumentOperation seven = add(A, "n", 7);
    Shop shop =
        new Shop()
            .with(held(held(stored(A, N1), "t1", five), "t2", seven))
            .with("t1", State.APPLIED, five)
            .with("t2", State.PENDING, seven);
    assertThat(shop.read(A)).isEqualTo(consistent(A, fields("n", 6L)));
    assertThat(shop.reads)
        .containsExactly(
            "documents [\"a\"]", "records [t1, t2]", "documents [\"a\"]", "records [t2]");
  }

  @Test
  void severalDocumentsAreReadTwice() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, fields("n", 9)));
    assertThat(shop.read(B, A, B))
        .isEqualTo(consistent(B, fields("n", 9), A, N1, B, fields("n", 9)));
    assertThat(shop.reads)
        .containsExactly("documents [\"b\", \"a\"]", "documents [\"b\", \"a\"]", "records []");
  }

  @Test
  void theOneThatIsAbsentIsReadAgainBeforeAllElse() {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", PAY)).with("t1", State.PENDING, PAY);
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, NOTHING));
    assertThat(shop.reads)
        .containsExactly(
            "documents [\"a\", \"b\"]",
            "records [t1]",
            "documents [\"b\"]",
            "documents [\"a\"]",
            "records [t1]");
  }

  @Test
  void ofTwoThatAreAbsentNothingCanBeTold() {
    Shop shop = new Shop().with(stored(A, N1));
    assertThat(shop.read(C, A, B)).isEqualTo(new ReadAnswer.CannotTell(List.of(C, B)));
  }

  @Test
  void aPlaceholderIsAnAbsenceThatShowsWhatHappensToIt() {
    Shop shop =
        new Shop()
            .with(held(Option.none(), "t1", insert(A, N1)))
            .with(held(Option.none(), "t2", absent(B)))
            .with("t1", State.APPLIED, insert(A, N1))
            .with("t2", State.PENDING, absent(B));
    assertThat(shop.read(A, B, C)).isEqualTo(consistent(A, N1, B, NOTHING, C, NOTHING));
  }

  @Test
  void whatChangedIsReadAgainFromWhatWasSeenLast() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, N1));
    shop.then(1, () -> shop.with(held(stored(A, N1), "t1", PAY)).with("t1", State.APPLIED, PAY));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, fields("n", 2), B, N1));
    assertThat(shop.reads)
        .containsExactly(
            "documents [\"a\", \"b\"]",
            "documents [\"a\", \"b\"]",
            "records []",
            "records [t1]",
            "documents [\"a\", \"b\"]",
            "records []");
  }

  @Test
  void aStampIsAChangeThoughTheValueIsTheSame() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, N1));
    Participant stamped =
        new Participant(
            A,
            N1,
            false,
            Option.some(transactionId("t1")),
            List.of(),
            io.vavr.collection.HashMap.empty());
    shop.then(1, () -> shop.with(Option.some(stamped)));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, N1));
    assertThat(shop.reads).hasSize(5);
  }

  /** Two homes may have a transaction of the same id. */
  @Test
  void anotherValueUnderTheSameStampIsAChange() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, N1));
    shop.then(1, () -> shop.with(stored(A, fields("n", 2))));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, fields("n", 2), B, N1));
  }

  @Test
  void aCheckThatComesOrGoesIsNoChange() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, N1));
    shop.then(1, () -> shop.with(held(stored(A, N1), "t1", check(A))));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, N1));
    assertThat(shop.reads).hasSize(3);
  }

  @Test
  void whatWasUndecidedMustBeUndecidedStill() {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", PAY)).with(stored(B, N1));
    shop.with("t1", State.PENDING, PAY).then(3, () -> shop.with("t1", State.APPLIED, PAY));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, fields("n", 2), B, N1));
  }

  @Test
  void whatWasCanceledMeanwhileWasUndecidedTillThen() {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", PAY)).with(stored(B, N1));
    shop.with("t1", State.PENDING, PAY).then(3, () -> shop.with("t1", State.CANCELING, PAY));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, N1));
    assertThat(shop.reads).hasSize(4);
  }

  @Test
  void anAbsentOneThatCameIsReadWithTheOthersAgain() {
    Shop shop = new Shop().with(stored(A, N1));
    shop.then(1, () -> shop.with(stored(B, N1)));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, N1));
    assertThat(shop.reads)
        .startsWith("documents [\"a\", \"b\"]", "documents [\"b\"]", "documents [\"a\", \"b\"]");
  }

  @Test
  void whatNeverStaysTheSameIsNotConsistent() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, N1));
    for (int read = 1; read <= 10 * Reading.MOST_TRIES; read++) {
      Fields changed = fields("n", read + 1);
      shop.then(read, () -> shop.with(stored(A, changed)));
    }
    assertThat(shop.read(A, B)).isEqualTo(new ReadAnswer.NotConsistent(Reading.MOST_TRIES));
  }

  @Test
  void anAbsenceThatComesAndGoesIsNotConsistent() {
    Shop shop = new Shop().with(stored(A, N1));
    for (int read = 1; read <= 10 * Reading.MOST_TRIES; read++) {
      boolean there = read % 2 == 1;
      shop.then(
          read,
          () -> {
            if (there) {
              shop.with(stored(B, N1));
            } else {
              shop.documents.remove(B);
            }
          });
    }
    assertThat(shop.read(A, B)).isEqualTo(new ReadAnswer.NotConsistent(Reading.MOST_TRIES));
  }

  @Test
  void aHoldOfAnotherHomeIsNamed() {
    Home elsewhere = new Home("other.transactions");
    Participant here = held(stored(A, N1), "t1", PAY).get();
    Participant away =
        new Participant(
            A,
            N1,
            false,
            Option.none(),
            here.holds().stream()
                .map(
                    hold ->
                        new DocumentHold(
                            elsewhere,
                            hold.transaction(),
                            hold.epoch(),
                            hold.mode(),
                            hold.operation(),
                            hold.fields(),
                            hold.amount()))
                .toList(),
            here.escrow());
    assertThat(new Shop().with(Option.some(away)).read(B, A))
        .isEqualTo(new ReadAnswer.HeldElsewhere(A, transactionId("t1"), elsewhere));
  }

  @Test
  void whatCannotBeReadIsNamed() {
    Shop shop = new Shop().with(stored(B, N1));
    shop.documents.put(A, new DocumentLookup.Unreadable(A, "escrow.n: no number"));
    assertThat(shop.read(B, A)).isEqualTo(new ReadAnswer.Unreadable(A, "escrow.n: no number"));
  }

  @Test
  void anAbsenceThatBecomesUnreadableIsNotAnAbsence() {
    Shop shop = new Shop().with(stored(B, N1));
    shop.then(1, () -> shop.documents.put(A, new DocumentLookup.Unreadable(A, "x")));
    assertThat(shop.read(B, A)).isEqualTo(new ReadAnswer.Unreadable(A, "x"));
  }

  @Test
  void aHoldersRecordThatCannotBeReadIsNamed() {
    Shop shop = new Shop().with(stored(B, N1)).with(held(stored(A, N1), "t1", PAY));
    shop.records.put(transactionId("t1"), new TransactionLookup.Unreadable("t1", "state: 7"));
    assertThat(shop.read(B, A))
        .isEqualTo(
            new ReadAnswer.Unreadable(
                A, "held by transaction t1, whose record cannot be read: state: 7"));
  }

  @Test
  void aRecordThatBecomesUnreadableIsNamed() {
    Shop shop = new Shop().with(stored(B, N1)).with(held(stored(A, N1), "t1", PAY));
    shop.with("t1", State.PENDING, PAY)
        .then(
            2,
            () ->
                shop.records.put(
                    transactionId("t1"), new TransactionLookup.Unreadable("t1", "state: 7")));
    assertThat(shop.read(B, A)).isInstanceOf(ReadAnswer.Unreadable.class);
  }

  @Test
  void noDocumentsAreConsistent() {
    assertThat(new Shop().read()).isEqualTo(consistent());
  }

  @Test
  void tooFewLookupsAreTheReadersFault() {
    Reading.ReadDocuments first = (Reading.ReadDocuments) Reading.of(List.of(A, B), HOME);
    assertThatThrownBy(() -> first.after(List.of(new DocumentLookup.Absent(A))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HolderRecords(List.of(transactionId("t1")), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void answersFoldToTheirOwnCase() {
    Folds.assertEachReachesItsOwn(
        ReadAnswer.class,
        List.of(
            new ReadAnswer.Consistent(List.of()),
            new ReadAnswer.NotConsistent(1),
            new ReadAnswer.CannotTell(List.of()),
            new ReadAnswer.HeldElsewhere(A, transactionId("t1"), HOME),
            new ReadAnswer.Unreadable(A, "x")),
        answer -> answer.fold(new KindOfAnswer()));
  }

  @Test
  void whoNeedsTheDocumentsIsToldWhyThereAreNone() {
    Map<ReadAnswer, String> messages =
        Map.of(
            new ReadAnswer.NotConsistent(20),
            "the documents changed while they were read, each of 20 times",
            new ReadAnswer.CannotTell(List.of(A, B)),
            "orders \"a\", orders \"b\": of several documents read together, at most one may be absent",
            new ReadAnswer.HeldElsewhere(A, transactionId("t1"), HOME),
            "document orders \"a\" is held by transaction t1, whose record is in transactions",
            new ReadAnswer.Unreadable(A, "escrow: 7"),
            "document orders \"a\" cannot be read: escrow: 7");
    messages.forEach(
        (answer, message) -> {
          assertThatThrownBy(answer::orElseThrow)
              .isInstanceOfSatisfying(
                  NotReadException.class, thrown -> assertThat(thrown.answer()).isEqualTo(answer))
              .hasMessage(message);
          assertThat(((Reason) answer).message()).isEqualTo(message);
          assertThat(((Reason) answer).kind()).isEqualTo(answer.getClass().getSimpleName());
        });
    assertThat(new Shop().with(stored(A, N1)).read(A).orElseThrow())
        .containsExactly(new DecidedDocument(A, Option.some(N1)));
  }

  private static final class KindOfAnswer implements ReadAnswer.Cases<Class<?>> {
    @Override
    public Class<?> consistent(ReadAnswer.Consistent answer) {
      return ReadAnswer.Consistent.class;
    }

    @Override
    public Class<?> notConsistent(ReadAnswer.NotConsistent answer) {
      return ReadAnswer.NotConsistent.class;
    }

    @Override
    public Class<?> cannotTell(ReadAnswer.CannotTell answer) {
      return ReadAnswer.CannotTell.class;
    }

    @Override
    public Class<?> heldElsewhere(ReadAnswer.HeldElsewhere answer) {
      return ReadAnswer.HeldElsewhere.class;
    }

    @Override
    public Class<?> unreadable(ReadAnswer.Unreadable answer) {
      return ReadAnswer.Unreadable.class;
    }
  }
}
