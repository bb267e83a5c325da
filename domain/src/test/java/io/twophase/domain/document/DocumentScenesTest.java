package io.twophase.domain.document;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.Guard.Unchanged;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Fields.Place;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Values, guards, changes, paths and names, in the words of the pages beside this class. */
class DocumentScenesTest {
  private final Map<String, DocumentOperation> digests = new HashMap<>();
  private Fields document = Fields.none();

  @ScenesOf({"documents.txt", "names.txt", "operations.txt"})
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        BodyWords.verbs(this)
            .ofValues(Guard.class, Place.class, FieldPath.class, Value.class)
            .reading(Guard.class, word -> DocumentWords.guard(word).orElseThrow())
            .reading(FieldChange.class, DocumentWords::change));
  }

  void document(Fields fields) {
    document = fields;
  }

  boolean guard(Guard guard) {
    return guard.holds(document);
  }

  /** Says that a document is as it was read, or its first field that is not, and its value now. */
  String unchanged(Fields read, Fields now) {
    Unchanged guard = new Unchanged(read);
    assertThat(guard.paths()).hasSameSizeAs(read.all());
    return guard.holds(now) ? "true" : guard.failing(now) + " is " + guard.found(now);
  }

  /** Its word, and what it expects. */
  String unchanged(Fields read) {
    Unchanged guard = new Unchanged(read);
    assertThatThrownBy(() -> guard.failing(read)).hasMessage("nothing has changed");
    return guard.word() + ", " + guard.expected();
  }

  /** The fields after changes, or the field in the way, what it would have to be and what it is. */
  Either<String, Fields> change(Fields before, String changes) {
    FieldChange[] all =
        Stream.of(changes.split(" ", -1))
            .filter(word -> !word.isEmpty())
            .map(DocumentWords::change)
            .toArray(FieldChange[]::new);
    return Changes.of(all)
        .applyTo(before)
        .mapLeft(
            impossible ->
                Stream.of(
                        impossible.path().toString(),
                        impossible.expected(),
                        impossible.found().map(DocumentWords::of).orElse("nothing"))
                    .collect(joining(": ")));
  }

  String operation(String verb, String words) {
    return DocumentWords.operation(DocumentWords.document("#o1"), verb, words).kind();
  }

  String match(Value one, Value other) {
    boolean match = one.matches(other);
    assertThat(other.matches(one)).isEqualTo(match);
    assertThat(one.canonical().exactText().equals(other.canonical().exactText())).isEqualTo(match);
    return (one.equals(other) ? "equal, " : "") + match;
  }

  Optional<Integer> compare(Value one, Value other) {
    Optional<Integer> order = one.compareTo(other);
    assertThat(other.compareTo(one)).isEqualTo(order.map(forward -> -forward));
    return order;
  }

  String at(FieldPath path) {
    return Place.of(document, path)
        .fold(
            DocumentWords::of,
            () -> "missing",
            blocked -> blocked.by() + " is " + DocumentWords.of(blocked.value()));
  }

  String kind(Value value) {
    assertThat(value.matches(value)).isTrue();
    return value.type() + ", " + value.bsonSize() + (value.isNumber() ? ", a number" : "");
  }

  /** The names of a path that is read, or why there is none; the factory refuses the same. */
  Either<String, List<String>> path(String text) {
    try {
      FieldPath path = FieldPath.of(text);
      assertThat(FieldPath.parse(text)).contains(path);
      assertThat(path).hasToString(text);
      assertThat(path.top()).isEqualTo(path.names().get(0));
      assertThat(path.last()).isEqualTo(path.names().get(path.names().size() - 1));
      return Either.right(path.names());
    } catch (IllegalArgumentException invalid) {
      assertThat(FieldPath.parse(text)).isEmpty();
      return Either.left(invalid.getMessage());
    }
  }

  boolean overlap(FieldPath one, FieldPath other) {
    assertThat(other.overlaps(one)).isEqualTo(one.overlaps(other));
    return one.overlaps(other);
  }

  String arrays(FieldPath path) {
    return path.withoutIndexes() + (path.mayLeadIntoArrays() ? ", maybe" : ", never");
  }

  int order(FieldPath one, FieldPath other) {
    int order = Integer.signum(one.compareTo(other));
    assertThat(Integer.signum(other.compareTo(one))).isEqualTo(-order);
    return order;
  }

  CollectionName collection(String name) {
    return CollectionName.of(name);
  }

  CollectionName database(String name) {
    return CollectionName.of("orders").inDatabase(name);
  }

  CollectionName cluster(String name) {
    return CollectionName.of("orders").onCluster(name);
  }

  CollectionName elsewhere(String cluster, String database) {
    return CollectionName.of("orders").inDatabase(database).onCluster(cluster);
  }

  DocumentRef id(Value id) {
    return CollectionName.of("orders").document(id);
  }

  Value text(String text) {
    return new Value.Text(text);
  }

  Field named(String name) {
    return new Field(name, new Value.Null());
  }

  /** Two names are of one document if they are equal, of one hash and in no order. */
  boolean same(DocumentRef one, DocumentRef other) {
    boolean isSame = one.equals(other);
    assertThat(one.hashCode() == other.hashCode()).isEqualTo(isSame);
    assertThat(one.compareTo(other) == 0).isEqualTo(isSame);
    return isSame;
  }

  /** An operation with its mode and its guards. */
  String is(DocumentOperation operation) {
    return BodyWords.of(operation)
        + ", "
        + operation.mode()
        + ", "
        + operation.guards().stream().map(Guard::word).toList();
  }

  /** Each operation of a scene has a digest of its own, the same whenever it is made. */
  void another(DocumentOperation operation) {
    assertThat(digests.put(OperationDigest.of(operation), operation)).isNull();
    assertThat(digests).containsKey(OperationDigest.of(operation));
    assertThat(OperationDigest.of(operation)).matches("[0-9a-f]{32}");
  }

  String digest(DocumentOperation operation) {
    return OperationDigest.of(operation);
  }

  /** An addition, and how far its bounds are apart. */
  AddToField add(String field, long amount, long floor, long ceiling) {
    AddToField add = new AddToField(DocumentWords.document("#o1"), field, amount, floor, ceiling);
    assertThat(List.of(add.amount(), add.floor(), add.ceiling()))
        .containsExactly(amount, floor, ceiling);
    return add;
  }
}
