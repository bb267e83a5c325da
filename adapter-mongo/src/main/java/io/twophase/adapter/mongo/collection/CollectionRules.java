package io.twophase.adapter.mongo.collection;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.DocumentRefusal;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.SizeLimit;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.List;

/** What is refused whatever the document is like: its settle could fail. */
public final class CollectionRules implements DocumentOperation.Cases<Option<DocumentRefusal>> {

  private static final String OF_NO_INDEX = "a field of no unique index";
  private static final String OF_NO_ARRAYS = "a field of no index of several fields";

  private final CollectionTraits traits;
  private final DocumentRef document;

  private CollectionRules(CollectionTraits traits, DocumentRef document) {
    this.traits = traits;
    this.document = document;
  }

  /** Why the operation takes no part in such a collection, if it takes none. */
  public static Option<DocumentRefusal> refusal(
      CollectionTraits traits, DocumentOperation operation) {
    return unsafe(traits, operation.document())
        .orElse(() -> operation.fold(new CollectionRules(traits, operation.document())));
  }

  @Override
  public Option<DocumentRefusal> insert(InsertDocument operation) {
    return SizeLimit.refusal(document, operation.fields())
        .orElse(() -> parallel(operation.fields()));
  }

  /** Why a document of these fields cannot become what the operation would make of it. */
  public static Option<DocumentRefusal> ofSettled(
      CollectionTraits traits, DocumentOperation operation, Fields fields) {
    CollectionRules rules = new CollectionRules(traits, operation.document());
    return operation instanceof ChangeDocument change
        ? change.changes().applyTo(fields).toOption().flatMap(rules::parallel)
        : Option.none();
  }

  /** The document has arrays where an index takes one at most. */
  private Option<DocumentRefusal> parallel(Fields fields) {
    return traits.refusal(fields).map(what -> new DocumentRefusal.UnsafeCollection(document, what));
  }

  @Override
  public Option<DocumentRefusal> change(ChangeDocument operation) {
    return Option.ofOptional(
            operation.changes().all().stream()
                .flatMap(change -> changed(change).toJavaStream())
                .findFirst())
        .orElse(
            () -> operation.changes().applyTo(Fields.none()).toOption().flatMap(this::parallel));
  }

  private Option<DocumentRefusal> changed(FieldChange change) {
    String path = change.path().toString();
    return traits
        .uniqueOf(change.path())
        .map(index -> impossible(path, OF_NO_INDEX, words(index)))
        .orElse(
            () ->
                traits
                    .compoundOf(change)
                    .map(
                        index ->
                            impossible(path, OF_NO_ARRAYS, "one of the index " + index.name())));
  }

  private DocumentRefusal impossible(String path, String expected, String found) {
    return new DocumentRefusal.ChangeImpossible(document, path, expected, found);
  }

  private static String words(UniqueIndex index) {
    return "one of the unique index " + index.name();
  }

  @Override
  public Option<DocumentRefusal> remove(RemoveDocument operation) {
    return Option.none();
  }

  @Override
  public Option<DocumentRefusal> check(CheckDocument operation) {
    return Option.none();
  }

  @Override
  public Option<DocumentRefusal> absent(CheckAbsent operation) {
    return Option.none();
  }

  @Override
  public Option<DocumentRefusal> add(AddToField operation) {
    return ofAddition(operation.field());
  }

  /** Why a field takes no additions in such a collection, if it takes none. */
  public static Option<DocumentRefusal> ofAddition(
      CollectionTraits traits, DocumentRef document, String field) {
    return unsafe(traits, document)
        .orElse(() -> new CollectionRules(traits, document).ofAddition(field));
  }

  private Option<DocumentRefusal> ofAddition(String field) {
    return traits
        .uniqueOf(new FieldPath(List.of(field)))
        .map(index -> new DocumentRefusal.NotAddable(document, field, OF_NO_INDEX, words(index)));
  }

  /** Why nothing takes part in such a collection. */
  public static Option<DocumentRefusal> unsafe(CollectionTraits traits, DocumentRef document) {
    return traits.unsafe().map(what -> new DocumentRefusal.UnsafeCollection(document, what));
  }
}
