package io.twophase.adapter.mongo.hold;

import io.twophase.adapter.mongo.document.Fields;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Stored;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * A target's document, as it was read.
 *
 * @param raw as it is stored
 * @param kind which of the others say something
 * @param stored the target that it is
 * @param fault what of it cannot be read
 */
public record Seen(BsonDocument raw, Kind kind, Optional<Stored> stored, Optional<String> fault) {

  /** The kinds of document. */
  public enum Kind {
    /** One that this software has written, or that it only holds. */
    CURRENT,
    /**
     * An account that the tutorial has made, which gets this software's form with its next hold.
     */
    TUTORIAL,
    /**
     * An account whose sums are wrong: a server that lets a reader see an update half made shows
     * that, and shows the whole the next time. Who does not look at the sums can read it.
     */
    TORN,
    /** Something else. */
    UNREADABLE
  }

  static Seen current(BsonDocument raw, Stored stored) {
    return new Seen(raw, Kind.CURRENT, Optional.of(stored), Optional.empty());
  }

  static Seen tutorial(BsonDocument raw, Stored account) {
    return new Seen(raw, Kind.TUTORIAL, Optional.of(account), Optional.empty());
  }

  static Seen torn(BsonDocument raw, Stored account, String fault) {
    return new Seen(raw, Kind.TORN, Optional.of(account), Optional.of(fault));
  }

  static Seen unreadable(BsonDocument raw, String fault) {
    return new Seen(raw, Kind.UNREADABLE, Optional.empty(), Optional.of(fault));
  }

  /** The account that it is, whether or not its sums add up. */
  public Optional<Account> account() {
    return stored.filter(Account.class::isInstance).map(Account.class::cast);
  }

  /** The answer of the port for it. */
  public Sight sight() {
    return fault
        .map(what -> Sight.unreadable(Fields.idText(raw), what))
        .orElseGet(() -> Sight.found(stored.orElseThrow()));
  }
}
