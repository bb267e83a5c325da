package io.twophase.domain.hold;

import io.twophase.domain.account.AccountFields;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.transaction.DocumentRefusal;
import java.util.Optional;

/** The operations on documents in which an account takes part, whatever its figures are. */
public final class AccountDocumentRules {

  private static final String OF_ITS_OWN =
      "holds accounts, which are opened and closed by commands of their own: ";

  private AccountDocumentRules() {}

  /** Why no account takes part in that operation, if none does. */
  public static Optional<DocumentRefusal> refusal(
      DocumentRef document, DocumentOperation operation) {
    if (operation instanceof CheckDocument) {
      return operation.guards().stream()
          .flatMap(guard -> guard.paths().stream())
          .flatMap(path -> outOfReach(path.top()).stream())
          .findFirst()
          .map(what -> refused(document, what));
    }
    return Optional.of(refused(document, notAsADocument(operation)));
  }

  private static String notAsADocument(DocumentOperation operation) {
    if (operation instanceof InsertDocument) {
      return OF_ITS_OWN + "none is inserted as a document";
    }
    if (operation instanceof CheckAbsent) {
      return OF_ITS_OWN + "none is kept from being opened";
    }
    return operation instanceof RemoveDocument
        ? OF_ITS_OWN + "none is removed as a document"
        : "holds accounts, which are not changed as documents";
  }

  private static Optional<String> outOfReach(String field) {
    if (AccountFields.FIGURES.contains(field)) {
      return Optional.of(
          "holds accounts, whose " + field + " no check can name: debits and credits change it");
    }
    return AccountFields.isHidden(field)
        ? Optional.of("holds accounts, whose field " + field + " is the store's own")
        : Optional.empty();
  }

  /** Why no field of an account is added to. */
  public static DocumentRefusal noAddition(DocumentRef document) {
    return refused(
        document, "holds accounts, to which debits and credits add: no field is added to");
  }

  private static DocumentRefusal refused(DocumentRef document, String what) {
    return new DocumentRefusal.UnsafeCollection(document, what);
  }
}
