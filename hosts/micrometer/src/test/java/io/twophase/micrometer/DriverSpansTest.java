package io.twophase.micrometer;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.observability.ObservabilitySettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.embedded.EmbeddedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Traces over a server: the host's span, the transaction's, its steps, and the driver's below. */
@Timeout(120)
class DriverSpansTest {

  private final SimpleTracer tracer = new SimpleTracer();
  private final ObservationRegistry registry = ObservationRegistry.create();
  private final CountDownLatch go = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient client =
      MongoClients.create(
          MongoClientSettings.builder()
              .applyConnectionString(new ConnectionString(server.uri()))
              .observabilitySettings(
                  ObservabilitySettings.micrometerBuilder().observationRegistry(registry).build())
              .build());
  private final MongoStore store =
      MongoStore.using(client, "bank", MongoStoreSettings.defaults().withProbe(false));
  private final TwoPhase host =
      TwoPhase.over(store)
          .listener(new TwoPhaseMetrics(registry, new SimpleMeterRegistry()))
          .executor(task -> threads.execute(() -> afterGo(task)))
          .build();

  /** The thread has an observation of its own, which is nothing to those whose work it does. */
  private void afterGo(Runnable task) {
    try {
      go.await();
      Observation.createNotStarted("thread", registry).observe(task);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @BeforeEach
  void openAccounts() {
    host.accounts().open(accountId("A"), cents(100));
    host.accounts().open(accountId("B"), cents(0));
    registry
        .observationConfig()
        .observationHandler(
            new ObservationHandler.FirstMatchingCompositeObservationHandler(
                new BatchSpans(tracer), new DefaultTracingObservationHandler(tracer)));
  }

  @AfterEach
  void close() {
    go.countDown();
    host.close();
    store.close();
    client.close();
    server.close();
    threads.shutdown();
  }

  private static TransferRequest request(String id) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), cents(1));
  }

  private CompletableFuture<?> submit(String id) {
    return Observation.createNotStarted("host", registry)
        .observe(() -> host.transfers().submit(request(id)));
  }

  private List<SimpleSpan> named(String name) {
    return tracer.getSpans().stream().filter(span -> name.equals(span.getName())).toList();
  }

  private SimpleSpan only(String name) {
    assertThat(named(name)).hasSize(1);
    return named(name).get(0);
  }

  private List<String> below(SimpleSpan parent) {
    return tracer.getSpans().stream()
        .filter(span -> parent.getSpanId().equals(span.getParentId()))
        .map(SimpleSpan::getName)
        .toList();
  }

  private static final String[] FIVE = {
    "twophase begin", "twophase hold", "twophase decide", "twophase settle", "twophase finish"
  };

  private void assertThatStepsAreBelow(SimpleSpan parent) {
    assertThat(below(parent)).containsSubsequence(FIVE);
    for (String step : FIVE) {
      SimpleSpan span = only(step);
      assertThat(span.getTraceId()).isEqualTo(parent.getTraceId());
      assertThat(below(span)).as(step).isNotEmpty();
      assertThat(twophaseAbove(below(span))).as(step).isEmpty();
    }
  }

  private static List<String> twophaseAbove(List<String> names) {
    return names.stream().filter(name -> name.startsWith("twophase")).toList();
  }

  @Test
  void theDriversSpansAreBelowTheStepsBelowTheTransactionBelowTheHost() {
    Observation.createNotStarted("host", registry)
        .observe(() -> host.transfers().transfer(request("t1")));

    SimpleSpan transaction = only("twophase transaction");
    assertThat(below(only("host"))).containsExactly("twophase transaction");
    assertThat(transaction.getTags()).containsEntry("twophase.transaction.id", "t1");
    assertThat(transaction.getEvents().stream().map(event -> event.getValue()))
        .containsExactly("begun", "decided", "finished");
    assertThatStepsAreBelow(transaction);
  }

  @Test
  void soTheyAreOnAThreadOfGroupCommit() {
    CompletableFuture<?> answer = submit("t1");
    go.countDown();
    answer.join();
    // a caller may have its answer before its batch has ended
    host.close();

    assertThat(below(only("host"))).containsExactly("twophase transaction");
    assertThatStepsAreBelow(only("twophase transaction"));
  }

  @Test
  void aBatchOfSeveralCallersIsATraceOfItsOwnThatIsLinkedToTheirs() {
    CompletableFuture<?> first = submit("t1");
    CompletableFuture<?> second = submit("t2");
    go.countDown();
    first.join();
    second.join();
    host.close();

    SimpleSpan batch = only("twophase batch");
    assertThat(batch.getTags()).containsEntry("twophase.batch.size", "2");
    List<String> traces =
        new ArrayList<>(named("host").stream().map(SimpleSpan::getTraceId).toList());
    assertThat(traces).hasSize(2).doesNotHaveDuplicates().doesNotContain(batch.getTraceId());
    assertThat(batch.getLinks().stream().map(link -> link.getTraceContext().spanId()))
        .containsExactlyInAnyOrderElementsOf(
            named("twophase transaction").stream().map(SimpleSpan::getSpanId).toList());
    assertThat(named("thread").stream().flatMap(thread -> below(thread).stream())).isEmpty();
    assertThatStepsAreBelow(batch);
  }
}
