package io.twophase.adapter.mongo;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The options of a connection string. The driver leaves those aside that it does not know. */
final class UriOptions {

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

  private UriOptions() {}

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
}
