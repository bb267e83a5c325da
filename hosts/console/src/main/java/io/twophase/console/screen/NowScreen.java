package io.twophase.console.screen;

import io.twophase.console.http.Request;
import io.twophase.console.live.EventStreams;
import io.twophase.console.live.Sampler;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Pages;
import io.twophase.console.page.Screen;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** All that is under way: transactions by state, what is stuck, owners, authorizations. */
public final class NowScreen implements Screen {

  /** Pages send this when they ask by themselves, and nobody has clicked. */
  private static final String POLL = "twophase-poll";

  private final Sampler sampler;
  private final InstantSource clock;

  /** Shows what {@code sampler} reads. */
  public NowScreen(Sampler sampler, InstantSource clock) {
    this.sampler = sampler;
    this.clock = clock;
  }

  @Override
  public Answer answer(Request request) {
    boolean isPoll = request.header(POLL).isPresent();
    return new Answer.Shown(NowModel.of(isPoll ? sampler.last() : sampler.now(), clock.instant()));
  }

  @Override
  public void close() {
    sampler.close();
  }

  /**
   * Returns the same as a stream of pieces of the page.
   *
   * @param base where the console is mounted
   */
  public Screen events(EventStreams streams, Pages pages, String base) {
    return request -> {
      sampler.last();
      return streams.open(
          sampler.feed(),
          sampler::next,
          sample -> {
            Map<String, Object> model = new HashMap<>(NowModel.of(sample, clock.instant()));
            model.put("base", base);
            return pages.render("now-live", model, clock.instant());
          });
    };
  }
}
