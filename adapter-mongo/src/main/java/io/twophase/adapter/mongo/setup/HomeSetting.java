package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.domain.hold.Hold.Home;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/**
 * The home of a store's holds, in the settings of its database. The first process that opens the
 * store records it; whoever opens it later uses what is recorded. A process that named another home
 * would match none of the holds that it settles, and take that for done.
 */
public record HomeSetting(SharedSettings settings, String database, String collection) {

  private static final String HOME = "home";

  /**
   * Returns what is recorded, from now on if nothing was; or why the store cannot be opened.
   *
   * @param cluster what this process calls the store's own cluster, if it names it
   * @param isUsed whether any document was ever asked for a hold
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if what is recorded cannot be read, or the server does not permit it
   */
  public Either<String, StoreHome> require(Optional<String> cluster, BooleanSupplier isUsed) {
    StoreHome wanted = new StoreHome(cluster, database + "." + collection, new ObjectId());
    BsonValue found = settings.once(collection, HOME, wanted.encoded());
    StoreHome recorded = decoded(found);
    if (!recorded.records().equals(wanted.records())) {
      if (isUsed.getAsBoolean()) {
        return Either.left(copied(recorded, wanted));
      }
      // a copy under another name, and no hold names the first one
      recorded = decoded(settings.exchange(collection, HOME, found, wanted.encoded()));
    }
    return cluster.isEmpty() || cluster.equals(recorded.cluster())
        ? Either.right(recorded)
        : Either.left(renamed(recorded, wanted));
  }

  private StoreHome decoded(BsonValue found) {
    try {
      return StoreHome.decoded(found.asDocument());
    } catch (RuntimeException odd) {
      throw settings.odd(collection, HOME, found);
    }
  }

  private static String is(StoreHome recorded) {
    return "the holds on documents name the home %s (%s), so it cannot be opened as "
        .formatted(recorded.home(), SharedSettings.COLLECTION);
  }

  private static String renamed(StoreHome recorded, StoreHome wanted) {
    return ("%s%s: open it without a cluster name, or as %s; the recorded home is used"
            + " either way")
        .formatted(
            is(recorded),
            wanted.home(),
            recorded.cluster().map(name -> "cluster " + name).orElse("what it was before"));
  }

  private static String copied(StoreHome recorded, StoreHome wanted) {
    return ("%s%s: its documents have been held from there, and a copy would end holds"
            + " of the original; restore it under its own name")
        .formatted(is(recorded), wanted.home());
  }

  /**
   * The home of a store's records, as its holds name it, and the identity of the store: two
   * clusters may each have a collection of that name.
   *
   * @param cluster what the hosts call the store's own cluster, if they name it
   * @param records the collection of the records, with its database
   * @param store drawn when the home was first recorded
   */
  public record StoreHome(Optional<String> cluster, String records, ObjectId store) {

    private static final String CLUSTER = "cluster";
    private static final String RECORDS = "records";
    private static final String STORE = "store";

    /** Returns what the holds say. */
    public Home home() {
      return new Home(cluster.map(name -> name + ":").orElse("") + records);
    }

    BsonDocument encoded() {
      return doc(CLUSTER, cluster, RECORDS, records, STORE, new BsonObjectId(store));
    }

    /**
     * The home that such a document is.
     *
     * @throws RuntimeException if it is none
     */
    static StoreHome decoded(BsonDocument document) {
      return new StoreHome(
          Optional.ofNullable(document.get(CLUSTER)).map(name -> name.asString().getValue()),
          document.getString(RECORDS).getValue(),
          document.getObjectId(STORE).getValue());
    }
  }
}
