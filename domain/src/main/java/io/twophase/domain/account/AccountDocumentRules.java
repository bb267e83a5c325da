package io.twophase.domain.account;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.DocumentRefusal;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.vavr.control.Option;

/** Which operations on documents an account takes part in, whatever the account is like. */
public final class AccountDocumentRules
    implements DocumentOperation.Cases<Option<DocumentRefusal>> {

  private static final String OF_ITS_OWN =
      "holds accounts, which are opened and closed by commands of their own: ";

  private final DocumentRef document;

  private AccountDocumentRules(DocumentRef document) {
    this.document = document;
  }

  /** Why no account takes part in that operation, if none does. */
  public static Option<DocumentRefusal> refusal(DocumentRef document, DocumentOperation operation) {
    return operation.fold(new AccountDocumentRules(document));
  }

  @Override
  public Option<DocumentRefusal> check(CheckDocument operation) {
    return Option.ofOptional(
            operation.guards().stream()
                .flatMap(guard -> guard.paths().stream())
                .map(path -> path.top())
                .flatMap(field -> outOfReach(field).toJavaStream())
                .findFirst())
        .map(this::refused);
  }

  private static Option<String> outOfReach(String field) {
    if (AccountFields.FIGURES.contains(field)) {
      return Option.some(
          "holds accounts, whose " + field + " no check can name: debits and credits change it");
    }
    return Option.when(
        AccountFields.isHidden(field),
        () -> "holds accounts, whose field " + field + " is the store's own");
  }

  @Override
  public Option<DocumentRefusal> insert(InsertDocument operation) {
    return Option.some(refused(OF_ITS_OWN + "none is inserted as a document"));
  }

  @Override
  public Option<DocumentRefusal> absent(CheckAbsent operation) {
    return Option.some(refused(OF_ITS_OWN + "none is kept from being opened"));
  }

  @Override
  public Option<DocumentRefusal> remove(RemoveDocument operation) {
    return Option.some(refused(OF_ITS_OWN + "none is removed as a document"));
  }

  @Override
  public Option<DocumentRefusal> change(ChangeDocument operation) {
    return Option.some(refused("holds accounts, which are not changed as documents"));
  }

  @Override
  public Option<DocumentRefusal> add(AddToField operation) {
    return Option.some(noAddition(document));
  }

  /** Why no field of an account is added to. */
  public static DocumentRefusal noAddition(DocumentRef document) {
    return new AccountDocumentRules(document)
        .refused("holds accounts, to which debits and credits add: no field is added to");
  }

  private DocumentRefusal refused(String what) {
    return new DocumentRefusal.UnsafeCollection(document, what);
  }
}
