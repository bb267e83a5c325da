package io.twophase.app.reading;

import io.twophase.app.engine.Documents;
import io.twophase.app.engine.Repositories;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.reading.Reading;
import io.twophase.domain.reason.Given;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.List;
import java.util.Objects;

/**
 * Reads documents as decided: what is decided of a document is done to it, also where that is not
 * settled yet, and what is not decided is not. Several documents are read as they were at one
 * moment. It waits for nobody, writes nothing, and holds nothing. Thread-safe.
 *
 * <p>Round trips: one for a document that no transaction holds; two if one holds it as a whole; two
 * for several documents that no transaction holds, and three or four if some are held. An absent
 * one among several costs one more. As many again for each try that finds the documents changed
 * meanwhile.
 *
 * <p>What is promised is of the store's latest state, as far as the store's own reads are: see
 * {@link DocumentRepository#find}.
 *
 * <p>Each method throws {@link StoreUnavailableException} if the store cannot be reached; and
 * {@link IllegalStateException} if a decided change cannot be done to a document, because somebody
 * changed it outside of transactions while it was held.
 */
public final class DocumentReader {

  private final Option<Documents> documents;
  private final TransactionRepository transactions;

  /** Reads what {@code repositories} have; nothing, if they have no documents. */
  public DocumentReader(Repositories repositories) {
    this.documents = repositories.documents();
    this.transactions = repositories.transactions();
  }

  /**
   * Reads one document, as it was decided at a moment within the call. If no transaction holds it,
   * or one holds it as a whole, the answer is always that; while transactions add to a field of it,
   * it may also be that the document changed too often.
   *
   * @throws IllegalStateException if this was built without documents
   */
  public ReadAnswer read(DocumentRef document) {
    return read(List.of(Objects.requireNonNull(document, "document")));
  }

  /**
   * Reads documents, of any collections, as they were decided at one moment within the call: a
   * transaction is seen on all of them or on none. If they change each time they are read, {@link
   * Reading#MOST_TRIES} times, the answer is {@link ReadAnswer.NotConsistent}.
   *
   * @param wanted in any order; one may be there twice
   * @throws IllegalStateException if this was built without documents
   */
  public ReadAnswer read(List<DocumentRef> wanted) {
    List<DocumentRef> all = Given.list(wanted, "wanted");
    Documents there =
        documents.getOrElseThrow(
            () ->
                new IllegalStateException(
                    "there are no documents to read: build it by TwoPhase.over(store)"));
    Reads reads = new Reads(there.repository(), transactions);
    Reading reading = Reading.of(all, there.home());
    while (reading.result().isEmpty()) {
      reading = reading.fold(reads);
    }
    return reading.result().get();
  }

  /** Does each step by calls on the repositories, one after the other. */
  private record Reads(DocumentRepository documents, TransactionRepository transactions)
      implements Reading.Cases<Reading> {

    @Override
    public Reading documents(Reading.ReadDocuments step) {
      return step.after(documents.find(step.documents()));
    }

    @Override
    public Reading records(Reading.ReadRecords step) {
      return step.after(transactions.find(step.records()));
    }

    @Override
    public Reading absentAgain(Reading.ReadAbsentAgain step) {
      return step.after(documents.find(List.of(step.document())).get(0));
    }

    @Override
    public Reading again(Reading.ReadAgain step) {
      List<DocumentLookup> seen = documents.find(step.documents());
      List<TransactionLookup> records =
          step.records().isEmpty() ? List.of() : transactions.find(step.records());
      return step.after(seen, records);
    }

    @Override
    public Reading stop(Reading.Stop step) {
      return step;
    }
  }
}
