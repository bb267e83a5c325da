package io.twophase.adapter.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CallsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  @Test
  void aBatchHasAThousandElementsAtMost() {
    assertThat(Calls.ofReads(Collections.nCopies(2_001, "x")))
        .extracting(List::size)
        .containsExactly(1_000, 1_000, 1);
    assertThat(Calls.ofReads(List.of())).isEmpty();
  }

  @Test
  void aStoreThatIsGoneIsAnExceptionOnlyBeforeAnythingWasSent() {
    StoreUnavailableException gone = new StoreUnavailableException("gone");

    assertThatThrownBy(
            () ->
                Calls.send(
                    List.of(List.of("a")),
                    batch -> {
                      throw gone;
                    },
                    "?"))
        .isSameAs(gone);
    assertThat(
            Calls.send(
                List.of(List.of("a"), List.of("b"), List.of("c")),
                batch -> {
                  if (batch.contains("b")) {
                    throw gone;
                  }
                  return List.of("yes");
                },
                "?"))
        .containsExactly("yes", "?", "?");
  }

  @Test
  void aDocumentThatIsTooLargeIsNotSent() {
    DriverErrors errors = new DriverErrors("MongoDB at host:27017");
    Table writes =
        new Table(
            FRESH.collection("large"),
            new Server(
                errors,
                new Server.Limits(1_000, 48_000_000, 0),
                Optional.empty(),
                Duration.ofSeconds(20)));
    BsonDocument large =
        new BsonDocument("_id", new BsonInt32(1)).append("x", new BsonBinary(new byte[17_000_000]));

    assertThatThrownBy(() -> writes.insert(List.of(large)))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class)
        .hasMessageStartingWith("MongoDB at host:27017 is not asked to insert ")
        .hasMessageContaining("larger than maximum of 16777216");
    assertThat(FRESH.collection("large").countDocuments()).isZero();
  }
}
