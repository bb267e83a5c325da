package io.twophase.adapter.mongo.adoption;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.adapter.mongo.adoption.TutorialProtocol.TutorialTransfer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tutorial's protocol is as published: its steps, and what goes wrong in them. */
class TutorialProtocolTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final TutorialTransfer TRANSFER = TutorialTransfer.of("t1", "A", "B", 100);

  private final TutorialProtocol tutorial =
      TutorialProtocol.using(FRESH.database(), "accounts", "transactions");

  @BeforeEach
  void openAccounts() {
    tutorial.openAccount("A", 1000);
    tutorial.openAccount("B", 1000);
  }

  private TutorialTransfer claimed(TutorialTransfer transfer) {
    tutorial.submit(transfer);
    return tutorial.claim("App1").orElseThrow();
  }

  private static BsonDocument read(String collection, String id) {
    Bson byId = new BsonDocument("_id", new BsonString(id));
    return Objects.requireNonNull(FRESH.collection(collection).find(byId).first());
  }

  private static String account(String id) {
    BsonDocument account = read("accounts", id);
    List<String> marks = new ArrayList<>();
    account.getArray("pendingTransactions").forEach(mark -> marks.add(mark.asString().getValue()));
    return account.getNumber("balance").longValue() + " " + marks;
  }

  private static String state() {
    return read("transactions", "t1").getString("state").getValue();
  }

  @Nested
  class ItsSteps {

    @Test
    void leadFromInitialToDone() {
      tutorial.submit(TRANSFER);
      assertThat(state()).isEqualTo("initial");

      TutorialTransfer claimed = tutorial.claim("App1").orElseThrow();
      assertThat(claimed).isEqualTo(TRANSFER);
      assertThat(state()).isEqualTo("pending");
      assertThat(read("transactions", "t1").getString("application").getValue()).isEqualTo("App1");

      tutorial.applyToSource(claimed);
      assertThat(account("A")).isEqualTo("900 [t1]");

      tutorial.applyToDestination(claimed);
      assertThat(account("B")).isEqualTo("1100 [t1]");

      tutorial.markApplied(claimed);
      assertThat(state()).isEqualTo("applied");

      tutorial.pullFromSource(claimed);
      tutorial.pullFromDestination(claimed);
      assertThat(account("A")).isEqualTo("900 []");
      assertThat(account("B")).isEqualTo("1100 []");

      tutorial.markDone(claimed);
      assertThat(state()).isEqualTo("done");
    }

    @Test
    void areClaimedOnce() {
      tutorial.submit(TRANSFER);

      assertThat(tutorial.claim("App1")).isEqualTo(Optional.of(TRANSFER));
      assertThat(tutorial.claim("App2")).isEmpty();
    }

    @Test
    void applyNothingWhereTheMarkIs() {
      TutorialTransfer claimed = claimed(TRANSFER);

      tutorial.applyToSource(claimed);
      tutorial.applyToSource(claimed);

      assertThat(account("A")).isEqualTo("900 [t1]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "100.0", "{$numberLong: '100'}"})
    void keepWhateverTypesTheDocumentsHave(String value) {
      FRESH
          .collection("transactions")
          .insertOne(
              BsonDocument.parse(
                  "{_id: 1, source: 'A', destination: 'B', state: 'initial', value: %s}"
                      .formatted(value)));

      TutorialTransfer claimed = tutorial.claim("App1").orElseThrow();
      tutorial.run(claimed);

      assertThat(claimed.id().asInt32().getValue()).isEqualTo(1);
      assertThat(List.of(account("A"), account("B"))).containsExactly("900 []", "1100 []");
    }
  }

  @Nested
  class Recovery {

    private final Instant later = Instant.now().plusSeconds(60);

    @Test
    void findsWhatIsUnmodifiedSince() {
      TutorialTransfer claimed = claimed(TRANSFER);

      assertThat(tutorial.findPending(later)).isEqualTo(Optional.of(claimed));
      assertThat(tutorial.findPending(Instant.now().minusSeconds(60))).isEmpty();

      tutorial.markApplied(claimed);
      assertThat(tutorial.findPending(later)).isEmpty();
    }
  }

  @Test
  void itConnectsByAUri() {
    String name = FRESH.database().getName();
    String uri = Servers.inProcessUri().replace("/twophase", "/" + name);
    try (TutorialProtocol opened = TutorialProtocol.open(uri);
        StoredDocuments documents = StoredDocuments.open(uri)) {
      opened.openAccount("C", 7);
      assertThat(documents.of("accounts"))
          .contains(
              new Document("_id", "C")
                  .append("balance", 7L)
                  .append("pendingTransactions", List.of()));
    }
  }
}
