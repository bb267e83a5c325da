package io.twophase.domain.hold;

import io.twophase.domain.account.AccountFields;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.transaction.DocumentRefusal;
import java.util.Optional;

/** The operations on documents in which an account takes part, whatever its figures are. */
public final class AccountDocumentRules {

  private static final String OF_ITS_OWN =
      "holds accounts, which are opened and closed by commands of their own: ";

  private static final String NO_ADDITION =
      "holds accounts, to which debits and credits add: no field is added to";

  private AccountDocumentRules() {}

  /** Why no account takes part in that operation, if none does. */
  public static Optional<DocumentRefusal> refusal(
      DocumentRef document, DocumentOperation operation) {
    return operation
        .<Optional<String>>fold(
            insert -> Optional.of(OF_ITS_OWN + "none is inserted as a document"),
            change -> Optional.of("holds accounts, which are not changed as documents"),
            remove -> Optional.of(OF_ITS_OWN + "none is removed as a document"),
            check ->
                check.guards().stream()
                    .flatMap(guard -> guard.paths().stream())
                    .flatMap(path -> outOfReach(path.top()).stream())
                    .findFirst(),
            absent -> Optional.of(OF_ITS_OWN + "none is kept from being opened"),
            add -> Optional.of(NO_ADDITION))
        .map(what -> refused(document, what));
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
    return refused(document, NO_ADDITION);
  }

  private static DocumentRefusal refused(DocumentRef document, String what) {
    return new DocumentRefusal.UnsafeCollection(document, what);
  }
}
