package io.twophase.app.network.storm;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The signed documents in all their versions, by the records alone: each has one for each
 * transaction that changed it, in the order in which it names them at rest.
 */
final class Versions {

  private final Map<DocumentRef, List<Transaction>> writers = new LinkedHashMap<>();

  /** Those who changed a document, in order. */
  void put(DocumentRef signed, List<Transaction> inOrder) {
    writers.put(signed, inOrder);
  }

  boolean isSigned(DocumentRef document) {
    return writers.containsKey(document);
  }

  List<Transaction> writers(DocumentRef signed) {
    return writers.getOrDefault(signed, List.of());
  }

  /** The ids that a signed document has. */
  static List<String> ids(Fields fields) {
    return ((Value.Array) fields.get("ids").orElseThrow())
        .values().stream().map(id -> ((Value.Text) id).value()).toList();
  }

  /** How many changes there were before a document was like this; or what is wrong with it. */
  Either<String, Integer> versionOf(DocumentRef signed, Optional<Fields> found) {
    if (found.isEmpty()) {
      return Either.left(signed + " is not there");
    }
    Fields fields = found.orElseThrow();
    List<String> ids = ids(fields);
    List<String> all = writers(signed).stream().map(one -> one.id().value()).toList();
    boolean isOne =
        ids.size() <= all.size()
            && ids.equals(all.subList(0, ids.size()))
            && fields.get("n").orElseThrow().wholeNumber().equals(Optional.of((long) ids.size()))
            && fields.get("onCall").equals(Optional.of(new Value.Bool(onCall(signed, ids.size()))));
    return isOne
        ? Either.right(ids.size())
        : Either.left(signed + " is " + fields + ", and by the records was changed by " + all);
  }

  private boolean onCall(DocumentRef doctor, int version) {
    return version == 0
        || !(operation(writers(doctor).get(version - 1), doctor) instanceof ChangeDocument change
            && change.changes().all().contains(FieldChange.set("onCall", false)));
  }

  private static DocumentOperation operation(Transaction record, DocumentRef document) {
    return record.body().documentOperations().stream()
        .filter(operation -> operation.document().equals(document))
        .findFirst()
        .orElseThrow();
  }

  /** Who inserted what is in a slot after so many changes of its journal; nobody if it is empty. */
  Optional<String> inSlot(DocumentRef slot, DocumentRef journal, int version) {
    return (version > 0
            ? Optional.of(writers(journal).get(version - 1))
            : Optional.<Transaction>empty())
        .filter(record -> operation(record, slot) instanceof InsertDocument)
        .map(record -> record.id().value());
  }
}
