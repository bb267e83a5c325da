package io.twophase.adapter.mongo.collection;

import io.twophase.adapter.mongo.collection.CollectionTraits.UniqueIndex;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Optional;

/** The refusals of a collection, whatever its documents are: a settle there could fail. */
public final class CollectionRules {

  private static final String OF_NO_INDEX = "a field of no unique index";
  private static final String OF_NO_ARRAYS = "a field of no index of several fields";

  private CollectionRules() {}

  /** Why the operation takes no part in such a collection, if it takes none. */
  public static Optional<DocumentRefusal> refusal(
      CollectionTraits traits, DocumentOperation operation) {
    return unsafe(traits, operation.document()).or(() -> unfit(traits, operation));
  }

  private static Optional<DocumentRefusal> unfit(
      CollectionTraits traits, DocumentOperation operation) {
    DocumentRef document = operation.document();
    if (operation instanceof InsertDocument insert) {
      return DocumentRefusal.DocumentTooLarge.of(document, insert.fields())
          .or(() -> parallel(traits, document, insert.fields()));
    } else if (operation instanceof ChangeDocument change) {
      return change.changes().all().stream()
          .flatMap(one -> changed(traits, document, one).stream())
          .findFirst()
          .or(() -> ofSettled(traits, operation, Fields.none()));
    }
    return operation instanceof AddToField add
        ? notAddable(traits, document, add.field())
        : Optional.empty();
  }

  /** Why a document of these fields cannot become what the operation would make of it. */
  public static Optional<DocumentRefusal> ofSettled(
      CollectionTraits traits, DocumentOperation operation, Fields fields) {
    return operation instanceof ChangeDocument change
        ? change
            .changes()
            .applyTo(fields)
            .fold(
                impossible -> Optional.empty(),
                settled -> parallel(traits, operation.document(), settled))
        : Optional.empty();
  }

  /** The document has arrays where an index takes one at most. */
  private static Optional<DocumentRefusal> parallel(
      CollectionTraits traits, DocumentRef document, Fields fields) {
    return traits.refusal(fields).map(what -> new DocumentRefusal.UnsafeCollection(document, what));
  }

  private static Optional<DocumentRefusal> changed(
      CollectionTraits traits, DocumentRef document, FieldChange change) {
    String path = change.path().toString();
    return traits
        .uniqueOf(change.path())
        .<DocumentRefusal>map(
            index ->
                new DocumentRefusal.ChangeImpossible(document, path, OF_NO_INDEX, words(index)))
        .or(
            () ->
                traits
                    .compoundOf(change)
                    .map(
                        index ->
                            new DocumentRefusal.ChangeImpossible(
                                document, path, OF_NO_ARRAYS, "one of the index " + index.name())));
  }

  private static String words(UniqueIndex index) {
    return "one of the unique index " + index.name();
  }

  /** Why a field takes no additions in such a collection, if it takes none. */
  public static Optional<DocumentRefusal> ofAddition(
      CollectionTraits traits, DocumentRef document, String field) {
    return unsafe(traits, document).or(() -> notAddable(traits, document, field));
  }

  private static Optional<DocumentRefusal> notAddable(
      CollectionTraits traits, DocumentRef document, String field) {
    return traits
        .uniqueOf(new FieldPath(List.of(field)))
        .map(index -> new DocumentRefusal.NotAddable(document, field, OF_NO_INDEX, words(index)));
  }

  /** Why nothing takes part in such a collection. */
  public static Optional<DocumentRefusal> unsafe(CollectionTraits traits, DocumentRef document) {
    return traits.unsafe().map(what -> new DocumentRefusal.UnsafeCollection(document, what));
  }
}
