package io.twophase.adapter.mongo.participant;

import io.twophase.adapter.mongo.collection.CollectionTraits;
import io.twophase.adapter.mongo.collection.UniqueIndex;
import io.twophase.adapter.mongo.participant.DocumentReads.Stored;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.SizeLimit;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.List;

/** What is refused whatever the document is like: its settle could fail. */
final class CollectionRules implements DocumentOperation.Cases<Option<DocumentRefusal>> {

  private static final String OF_NO_INDEX = "a field of no unique index";
  private static final String OF_NO_ARRAYS = "a field of no index of several fields";

  private final CollectionTraits traits;
  private final DocumentRef document;

  private CollectionRules(CollectionTraits traits, DocumentRef document) {
    this.traits = traits;
    this.document = document;
  }

  /** Why the leg takes no part in such a collection, if it takes none. */
  static Option<DocumentRefusal> refusal(CollectionTraits traits, DocumentLeg leg) {
    return traits
        .unsafe()
        .<DocumentRefusal>map(what -> new DocumentRefusal.UnsafeCollection(leg.document(), what))
        .orElse(() -> leg.operation().fold(new CollectionRules(traits, leg.document())));
  }

  @Override
  public Option<DocumentRefusal> insert(InsertDocument operation) {
    return SizeLimit.refusal(document, operation.fields())
        .orElse(() -> parallel(operation.fields()));
  }

  /** Why a document as it was read cannot become what the leg would make of it. */
  static Option<DocumentHoldOutcome> ofSettled(
      CollectionTraits traits, DocumentLeg leg, Stored found) {
    CollectionRules rules = new CollectionRules(traits, leg.document());
    return leg.operation() instanceof ChangeDocument change
        ? change
            .changes()
            .applyTo(found.document().get().fields())
            .toOption()
            .flatMap(rules::parallel)
            .map(DocumentHoldOutcome.Refused::new)
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
    return traits
        .uniqueOf(new FieldPath(List.of(operation.field())))
        .map(
            index ->
                new DocumentRefusal.NotAddable(
                    document, operation.field(), OF_NO_INDEX, words(index)));
  }
}
