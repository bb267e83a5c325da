package io.twophase.app.statement;

import io.twophase.domain.Given;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.reading.HolderIds;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.reading.Reading;
import io.twophase.domain.record.Lookup;
import io.twophase.ports.Holds;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reads documents as decided: a document has all that is decided of it, also if that is not settled
 * yet, and nothing that is undecided. Several documents are read as they were at one moment. The
 * reader waits for nobody, writes nothing, and holds nothing. Thread-safe.
 *
 * <p>Round trips: one for a document that no transaction holds; two if one holds it as a whole; two
 * for several documents that no transaction holds, and three or four if some are held. An absent
 * one among several costs one more, and so does a decided batch that adds to a field. As many again
 * for each try that finds the documents changed meanwhile.
 *
 * <p>The answer is of the store's latest state, as far as the store's own reads are: see {@link
 * Holds#find}.
 *
 * <p>Each method throws {@link StoreUnavailableException} if the store cannot be reached; and
 * {@link IllegalStateException} if a decided change cannot be done to a document, because somebody
 * changed it outside of transactions while it was held.
 */
public final class DocumentReader {

  private final Store store;

  /** Reads the documents of a store. */
  public DocumentReader(Store store) {
    this.store = store;
  }

  /**
   * Reads one document, as it was decided at a moment within the call. If no transaction holds it,
   * or one holds it as a whole, the answer is always that; while transactions add to a field of it,
   * it may also be that the document changed too often.
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
   */
  public ReadAnswer read(List<DocumentRef> wanted) {
    Reading reading = Reading.of(Given.list(wanted, "wanted"), store.home());
    while (reading.result().isEmpty()) {
      List<Sight> seen = find(reading.documents());
      reading = reading.after(seen, find(reading.ids()));
    }
    return reading.result().orElseThrow();
  }

  private List<Sight> find(List<DocumentRef> documents) {
    return documents.isEmpty()
        ? List.of()
        : store.holds().find(documents.stream().<Target>map(Target.OfDocument::new).toList());
  }

  private List<Lookup> find(HolderIds ids) {
    List<Lookup> found = new ArrayList<>();
    if (!ids.transactions().isEmpty()) {
      found.addAll(store.records().findMembers(ids.transactions()));
    }
    if (!ids.records().isEmpty()) {
      found.addAll(store.records().find(ids.records()));
    }
    return found;
  }
}
