package io.twophase.adapter.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoConfigurationException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadConcernLevel;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.ports.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The driver's settings: what the connection string says, and our defaults for the rest. */
record Connection(ConnectionString uri) {

  private static final String DEFAULT_DATABASE = "twophase";
  private static final int MAX_APPLICATION_NAME_BYTES = 128;

  static Connection parse(String uri) {
    try {
      Connection connection = new Connection(new ConnectionString(uri));
      requireKnown(uri);
      return connection;
    } catch (InvalidStoreUriException unknown) {
      throw unknown;
    } catch (IllegalArgumentException invalid) {
      throw InvalidStoreUriException.of(uri, String.valueOf(invalid.getMessage()));
    } catch (MongoConfigurationException unresolved) {
      throw new StoreUnavailableException(
          "the name server does not know where the store is: " + unresolved.getMessage(),
          unresolved);
    }
  }

  String database() {
    String named = uri.getDatabase();
    return named == null || named.isEmpty() ? DEFAULT_DATABASE : named;
  }

  String hosts() {
    return String.join(",", uri.getHosts());
  }

  MongoClient connect(MongoStoreSettings settings) {
    MongoStoreSettings.Timeouts timeouts = settings.timeouts;
    // what the URI says comes last, and so first
    MongoClientSettings.Builder builder =
        MongoClientSettings.builder()
            .applicationName(shortened(settings.applicationName))
            .applyToClusterSettings(
                cluster ->
                    cluster.serverSelectionTimeout(
                        timeouts.serverSelection().toMillis(), TimeUnit.MILLISECONDS))
            .applyToSocketSettings(
                socket ->
                    socket
                        .connectTimeout(timeouts.connect().toMillis(), TimeUnit.MILLISECONDS)
                        .readTimeout(timeouts.read().toMillis(), TimeUnit.MILLISECONDS))
            .applyToConnectionPoolSettings(
                pool -> pool.maxWaitTime(timeouts.pool().toMillis(), TimeUnit.MILLISECONDS))
            .applyConnectionString(uri);
    try {
      return MongoClients.create(builder.build());
    } catch (MongoException failed) {
      throw new StoreUnavailableException(
          "MongoDB at " + hosts() + " cannot be reached: " + failed.getMessage(), failed);
    }
  }

  /** As much of a name as the driver takes, in whole characters. */
  static String shortened(String name) {
    String fits = name;
    while (fits.getBytes(StandardCharsets.UTF_8).length > MAX_APPLICATION_NAME_BYTES) {
      fits = fits.substring(0, fits.offsetByCodePoints(fits.length(), -1));
    }
    return fits;
  }

  /** The options that the driver knows, in lower case, as it compares them. */
  static final Set<String> KNOWN =
      Set.of(
          """
          appname authmechanism authmechanismproperties authsource compressors connecttimeoutms
          directconnection enableoverloadretargeting gssapiservicename heartbeatfrequencyms
          journal loadbalanced localthresholdms maxadaptiveretries maxconnecting maxidletimems
          maxlifetimems maxpoolsize maxstalenessseconds minpoolsize proxyhost proxypassword
          proxyport proxyusername readconcernlevel readpreference readpreferencetags replicaset
          retryreads retrywrites safe servermonitoringmode serverselectiontimeoutms
          sockettimeoutms srvallowedhostssuffix srvmaxhosts srvservicename ssl
          sslinvalidhostnameallowed timeoutms tls tlsallowinvalidhostnames tlsinsecure
          uuidrepresentation w waitqueuetimeoutms wtimeoutms zlibcompressionlevel
          """
              .strip()
              .split("\\s+"));

  /**
   * Refuses an option that would be left aside: one that is misspelt, or that only other drivers
   * know, is not what the store was asked for.
   *
   * @throws InvalidStoreUriException that names the options
   */
  static void requireKnown(String uri) {
    int query = uri.indexOf('?');
    if (query < 0) {
      return;
    }
    List<String> unknown =
        Arrays.stream(uri.substring(query + 1).split("[&;]", -1))
            .filter(option -> !option.isEmpty())
            .map(option -> option.replaceFirst("=.*", ""))
            .filter(name -> !KNOWN.contains(name.toLowerCase(Locale.ROOT)))
            .toList();
    if (!unknown.isEmpty()) {
      throw InvalidStoreUriException.ofUnknown(unknown);
    }
  }

  /**
   * The write concern, read concern and read preference of the store: what the URI or the client
   * says, or else what the protocol needs.
   *
   * @param write which servers must have a write before it is acknowledged, and for how long that
   *     is waited for
   * @param read which servers must have what is read
   * @param from which servers are read
   */
  record Concerns(WriteConcern write, ReadConcern read, ReadPreference from) {

    private static final String MAJORITY = "majority";
    private static final Set<ReadConcernLevel> STRONG =
        Set.of(ReadConcernLevel.MAJORITY, ReadConcernLevel.LINEARIZABLE);

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
            said.speaker()
                + " says w=0: no write is answered then, and the protocol goes by answers",
            false);
      }
      String weakness = weakness(said);
      if (weakness != null && !settings.unsafeAllowed) {
        throw new UnsafeStoreException(
            said.speaker() + " says " + weakness + "; leave it out, or allow an unsafe store",
            true);
      }
      ReadConcern read = said.read();
      ReadPreference from = said.from();
      return new Concerns(
          writes(said, settings),
          read == null || read.getLevel() == null ? ReadConcern.MAJORITY : read,
          from == null ? ReadPreference.primary() : from);
    }

    private static WriteConcern writes(Said said, MongoStoreSettings settings) {
      WriteConcern words = Objects.requireNonNullElse(said.write(), WriteConcern.MAJORITY);
      WriteConcern concern = words.getWObject() == null ? words.withW(MAJORITY) : words;
      return concern.getWTimeout(TimeUnit.MILLISECONDS) == null
          ? concern.withWTimeout(settings.timeouts.majority().toMillis(), TimeUnit.MILLISECONDS)
          : concern;
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
        return "journal=false: a write that is only in memory can be lost after it was"
            + " acknowledged";
      }
      if (read != null && read.getLevel() != null && !STRONG.contains(read.getLevel())) {
        return "readConcernLevel="
            + String.valueOf(read.getLevel()).toLowerCase(Locale.ROOT)
            + ": what no majority has can be undone after it was read";
      }
      if (from != null && !from.equals(ReadPreference.primary())) {
        return "readPreference=" + from.getName() + ": a secondary may be behind";
      }
      return null;
    }

    private static @Nullable Object w(Said said) {
      WriteConcern write = said.write();
      return write == null ? null : write.getWObject();
    }
  }
}
