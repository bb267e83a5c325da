package io.twophase.test.contract.document;

import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.value.Fields;
import io.twophase.ports.DocumentRepository;
import io.vavr.control.Option;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;

/** What the suites on documents have in common: a repository for each test, and words for it. */
public abstract class DocumentContract {

  /** The transaction that inserted what {@link #stored} says is there. */
  static final String SEED = "seed";

  private final Supplier<DocumentRepository> fresh;
  private DocumentRepository repository;

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected DocumentContract(Supplier<DocumentRepository> fresh) {
    this.fresh = fresh;
  }

  @BeforeEach
  void takeAFreshRepository() {
    repository = fresh.get();
  }

  DocumentRepository documents() {
    return repository;
  }

  /** Inserts a document by a transaction of its own. */
  void stored(DocumentRef document, Fields fields) {
    DocumentLeg leg = leg(SEED, 1, insert(document, fields));
    held(leg);
    assertThat(settle(leg)).isEqualTo(MatchOutcome.MATCHED);
  }

  /** The document, with its fields in the order of their names. */
  Option<Participant> read(DocumentRef document) {
    return found(only(repository.find(List.of(document))));
  }

  /** The same, from the latest state: whole on servers too whose reads see half an update. */
  Option<Participant> readLatest(DocumentRef document) {
    return found(repository.findLatest(document));
  }

  /** The document that a lookup found, if it did, with its fields in the order of their names. */
  static Option<Participant> found(DocumentLookup lookup) {
    return lookup
        .<Option<Participant>>fold(
            found -> Option.some(found.document()),
            absent -> Option.none(),
            unreadable -> {
              throw new AssertionError("not readable: " + unreadable);
            })
        .map(InOrder::of);
  }

  DocumentHoldOutcome hold(DocumentLeg leg) {
    return only(repository.hold(List.of(leg)));
  }

  void held(DocumentLeg... legs) {
    assertThat(repository.hold(List.of(legs)))
        .hasSize(legs.length)
        .allSatisfy(outcome -> assertThat(outcome).isEqualTo(DocumentHoldOutcome.held()));
  }

  /** Holds an operation of a transaction at its first epoch. */
  DocumentLeg held(String transaction, DocumentOperation operation) {
    DocumentLeg leg = leg(transaction, 1, operation);
    held(leg);
    return leg;
  }

  /** Holds and settles an operation. */
  void done(String transaction, DocumentOperation operation) {
    assertThat(settle(held(transaction, operation))).isEqualTo(MatchOutcome.MATCHED);
  }

  static DocumentHoldOutcome refused(DocumentRefusal refusal) {
    return new DocumentHoldOutcome.Refused(refusal);
  }

  MatchOutcome stamp(DocumentLeg leg) {
    return only(repository.stamp(List.of(leg)));
  }

  MatchOutcome settle(DocumentLeg leg) {
    return only(repository.settle(List.of(leg)));
  }

  MatchOutcome release(DocumentLeg leg) {
    return only(repository.release(List.of(HeldDocument.of(leg))));
  }

  MatchOutcome withdraw(DocumentLeg leg) {
    return only(repository.withdraw(List.of(HeldDocument.of(leg))));
  }

  static List<HeldDocument> holdsOf(DocumentLeg... legs) {
    return Arrays.stream(legs).map(HeldDocument::of).toList();
  }

  /** The same leg of a worker of another epoch. */
  static DocumentLeg at(long epoch, DocumentLeg leg) {
    return leg(leg.transaction().value(), epoch, leg.operation());
  }

  static <T> T only(List<T> answers) {
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }
}
