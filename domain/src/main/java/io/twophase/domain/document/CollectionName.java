package io.twophase.domain.document;

import io.twophase.domain.value.Storable;
import io.twophase.domain.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/**
 * Names a collection.
 *
 * @param cluster the host's name for another client than the store's own, if it is not the own one
 * @param database another database than the store's own, if it is not the own one; the name of the
 *     own one names no collection, so that each has one name
 * @param collection its name in the database
 */
public record CollectionName(Optional<String> cluster, Optional<String> database, String collection)
    implements Comparable<CollectionName> {

  /** As long as a namespace may be on MongoDB 4.4 and later, in bytes. */
  private static final int MAX_BYTES = 255;

  private static final Comparator<CollectionName> ORDER =
      Comparator.<CollectionName, String>comparing(name -> name.cluster.orElse(""))
          .thenComparing(name -> name.database.orElse(""))
          .thenComparing(CollectionName::collection);

  /**
   * @throws IllegalArgumentException if a name is empty, too long, or one that MongoDB does not
   *     take
   */
  public CollectionName {
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(database, "database");
    cluster.ifPresent(name -> require(name, ""));
    database.ifPresent(name -> require(name, "/\\. \"$"));
    require(collection, "$");
    if (collection.startsWith("system.")) {
      throw new IllegalArgumentException("collection " + collection + " is the server's own");
    }
    if (collection.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException("collection " + collection + " is too long a name");
    }
  }

  /** A collection in the store's own database. */
  public static CollectionName of(String collection) {
    return new CollectionName(Optional.empty(), Optional.empty(), collection);
  }

  /** The collection of that name in another database of the same client. */
  public CollectionName inDatabase(String name) {
    return new CollectionName(
        cluster, Optional.of(Objects.requireNonNull(name, "name")), collection);
  }

  /** The collection of that name on another cluster, by the name that the host gave it. */
  public CollectionName onCluster(String name) {
    return new CollectionName(
        Optional.of(Objects.requireNonNull(name, "name")), database, collection);
  }

  /** The document of that id in it. */
  public DocumentRef document(Value id) {
    return new DocumentRef(this, id);
  }

  /** The document in it, of an id that {@link Value#of} takes. */
  public DocumentRef document(Object id) {
    return document(Operands.valueFor(this + ": an _id", id));
  }

  private static void require(String name, String forbidden) {
    Objects.requireNonNull(name, "a name of a database or collection");
    if (name.isEmpty() || name.chars().anyMatch(c -> c == 0 || forbidden.indexOf(c) >= 0)) {
      throw new IllegalArgumentException("\"" + name + "\" names no database or collection");
    }
    Storable.requireText("a name of a database or collection", name);
  }

  /** Cluster, then database, then collection: an order, the same for all. */
  @Override
  public int compareTo(CollectionName other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return cluster.map(name -> name + ":").orElse("")
        + database.map(name -> name + ".").orElse("")
        + collection;
  }
}
