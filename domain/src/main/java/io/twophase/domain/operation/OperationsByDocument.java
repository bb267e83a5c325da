package io.twophase.domain.operation;

import io.twophase.domain.document.DocumentRef;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A transaction's operations on documents, to be found by their documents. Immutable. */
public final class OperationsByDocument {

  private final Map<DocumentRef, DocumentOperation> all;

  private OperationsByDocument(Map<DocumentRef, DocumentOperation> all) {
    this.all = all;
  }

  /** Those that are on documents. */
  public static OperationsByDocument of(List<Operation> operations) {
    Map<DocumentRef, DocumentOperation> all = new HashMap<>();
    for (Operation operation : operations) {
      operation.foldTarget(
          account -> false, document -> all.put(document.document(), document) == null);
    }
    return new OperationsByDocument(all);
  }

  /** The one on that document, if there is one. */
  public Option<DocumentOperation> on(DocumentRef document) {
    return Option.of(all.get(document));
  }
}
