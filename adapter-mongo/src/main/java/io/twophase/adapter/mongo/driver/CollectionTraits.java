package io.twophase.adapter.mongo.driver;

import io.twophase.adapter.mongo.driver.CollectionTraits.UniqueIndex;
import io.twophase.adapter.mongo.driver.Inspection.CompoundIndex;
import io.twophase.domain.document.Changes;
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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/**
 * The properties of a collection that matter to holds on its documents.
 *
 * @param unique its unique indexes, without that of {@code _id}
 * @param compound its indexes of several fields, unique or not
 * @param unsafe why a settle could fail in it whatever is asked at the hold, or a guard mislead; in
 *     words that follow the collection's name
 */
public record CollectionTraits(
    List<UniqueIndex> unique, List<CompoundIndex> compound, Optional<String> unsafe) {

  /** The traits of a collection that is not there yet: a hold that needs it makes it. */
  public static final CollectionTraits PLAIN =
      new CollectionTraits(List.of(), List.of(), Optional.empty());

  /** Those of a collection that Twophase keeps its own documents in. */
  static final CollectionTraits RESERVED =
      new CollectionTraits(List.of(), List.of(), Optional.of("is one of the store's own"));

  /** The indexes do not change. */
  public CollectionTraits {
    unique = List.copyOf(unique);
    compound = List.copyOf(compound);
  }

  /** Those of a collection in which nothing is held, for a reason in words that follow its name. */
  static CollectionTraits unsafe(String what) {
    return new CollectionTraits(List.of(), List.of(), Optional.of(what));
  }

  /** Returns the same, where the store holds nothing for a reason of its own too. */
  public CollectionTraits unless(Supplier<Optional<String>> refusal) {
    return new CollectionTraits(unique, compound, unsafe.or(refusal));
  }

  /** Why no index of several fields takes that document, if one does not. */
  public Optional<String> refusal(Fields document) {
    return compound.stream().flatMap(index -> index.refusal(document).stream()).findFirst();
  }

  /** The fields that must be no arrays, nor lead through one, for those changes to be stored. */
  public Stream<FieldPath> noArrays(Changes changes) {
    return compound.stream().flatMap(index -> index.others(changes)).distinct();
  }

  /** The index of several fields that a change inside of an array could offend, if there is one. */
  public Optional<CompoundIndex> compoundOf(FieldChange change) {
    return compound.stream().filter(index -> index.isAtRisk(change)).findFirst();
  }

  /** The unique index that a change of that field could offend, if there is one. */
  public Optional<UniqueIndex> uniqueOf(FieldPath path) {
    return unique.stream().filter(index -> index.isOf(path)).findFirst();
  }

  /**
   * An index that allows each value once.
   *
   * @param name its name
   * @param paths the fields that it is of, together
   * @param sparse whether a document that has none of the fields is not in it
   * @param collation by which it compares texts; none where it compares them bytewise
   */
  public record UniqueIndex(
      String name, List<FieldPath> paths, boolean sparse, Optional<BsonDocument> collation) {

    /** The paths do not change. */
    public UniqueIndex {
      paths = List.copyOf(paths);
    }

    /** Returns whether a change of that field may change what is in the index. */
    boolean isOf(FieldPath path) {
      FieldPath ofAll = path.withoutIndexes();
      return paths.stream().anyMatch(indexed -> indexed.withoutIndexes().overlaps(ofAll));
    }

    /** The fields, for people. */
    public String fields() {
      return paths.stream().map(FieldPath::toString).collect(Collectors.joining(", "));
    }
  }

  /** The refusals of a collection, whatever its documents are: a settle there could fail. */
  public static final class CollectionRules {

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
      return traits
          .refusal(fields)
          .map(what -> new DocumentRefusal.UnsafeCollection(document, what));
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
                                  document,
                                  path,
                                  OF_NO_ARRAYS,
                                  "one of the index " + index.name())));
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
}
