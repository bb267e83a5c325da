package io.twophase.adapter.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.ReadConcern;
import com.mongodb.ReadConcernLevel;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The write concern, read concern and read preference of the store: what the URI or the client
 * says, or else what the protocol needs.
 *
 * @param write which servers must have a write before it is acknowledged, and for how long that is
 *     waited for
 * @param read which servers must have what is read
 * @param from which servers are read
 */
record Concerns(WriteConcern write, ReadConcern read, ReadPreference from) {

  private static final String MAJORITY = "majority";

  /**
   * The concerns of a URI or a client.
   *
   * @param speaker the URI or the client, for messages
   */
  private record Said(
      String speaker,
      @Nullable WriteConcern write,
      @Nullable ReadConcern read,
      @Nullable ReadPreference from) {}

  /**
   * The concerns that a URI asks for.
   *
   * @throws UnsafeStoreException if it says too little, and the settings do not allow that
   */
  static Concerns of(ConnectionString uri, MongoStoreSettings settings) {
    return judged(
        new Said(
            "the store's URI",
            uri.getWriteConcern(),
            uri.getReadConcern(),
            uri.getReadPreference()),
        settings);
  }

  /**
   * The concerns that an existing client is set to.
   *
   * @throws UnsafeStoreException if they say too little, and the store's do not allow that
   */
  static Concerns of(MongoClient client, MongoStoreSettings settings) {
    return judged(
        new Said(
            "the client",
            client.getWriteConcern(),
            client.getReadConcern(),
            client.getReadPreference()),
        settings);
  }

  /** The database with these concerns. */
  MongoDatabase of(MongoDatabase database) {
    return database.withWriteConcern(write).withReadConcern(read).withReadPreference(from);
  }

  private static Concerns judged(Said said, MongoStoreSettings settings) {
    if (Integer.valueOf(0).equals(w(said))) {
      throw new UnsafeStoreException(
          said.speaker() + " says w=0: no write is answered then, and the protocol goes by answers",
          false);
    }
    String weakness = weakness(said);
    if (weakness != null && !settings.unsafeAllowed()) {
      throw new UnsafeStoreException(
          said.speaker() + " says " + weakness + "; leave it out, or allow an unsafe store", true);
    }
    ReadConcern read = said.read();
    ReadPreference from = said.from();
    return new Concerns(
        writes(said, settings),
        read == null || read.getLevel() == null ? ReadConcern.MAJORITY : read,
        from == null ? ReadPreference.primary() : from);
  }

  private static WriteConcern writes(Said said, MongoStoreSettings settings) {
    Object w = w(said);
    WriteConcern concern = WriteConcern.MAJORITY;
    if (w instanceof Integer servers) {
      concern = new WriteConcern(servers);
    } else if (w instanceof String name) {
      concern = new WriteConcern(name);
    }
    WriteConcern words = said.write();
    Boolean journal = words == null ? null : words.getJournal();
    Integer wait = words == null ? null : words.getWTimeout(TimeUnit.MILLISECONDS);
    if (journal != null) {
      concern = concern.withJournal(journal);
    }
    return concern.withWTimeout(
        wait == null ? settings.timeouts().majority().toMillis() : wait, TimeUnit.MILLISECONDS);
  }

  /** The first thing that is less than the protocol needs; null if there is none. */
  private static @Nullable String weakness(Said said) {
    Object w = w(said);
    WriteConcern write = said.write();
    ReadConcern read = said.read();
    ReadPreference from = said.from();
    if (w != null && !w.equals(MAJORITY)) {
      return "w=" + w + ": a write that no majority has can be undone after it was acknowledged";
    }
    if (write != null && Boolean.FALSE.equals(write.getJournal())) {
      return "journal=false: a write that is only in memory can be lost after it was acknowledged";
    }
    if (read != null && isWeak(read.getLevel())) {
      return "readConcernLevel="
          + String.valueOf(read.getLevel()).toLowerCase(Locale.ROOT)
          + ": what no majority has can be undone after it was read";
    }
    if (from != null && !from.equals(ReadPreference.primary())) {
      return "readPreference=" + from.getName() + ": a secondary may be behind";
    }
    return null;
  }

  private static boolean isWeak(@Nullable ReadConcernLevel level) {
    return level != null
        && level != ReadConcernLevel.MAJORITY
        && level != ReadConcernLevel.LINEARIZABLE;
  }

  private static @Nullable Object w(Said said) {
    WriteConcern write = said.write();
    return write == null ? null : write.getWObject();
  }
}
